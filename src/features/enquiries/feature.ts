/** Defines the enquiries feature: product enquiries from visitors and members, and how administrators handle them. */
import type { Feature } from '#platform/contract/feature.ts'
import { ExportedEnquiry, ExportedEnquiryMessage } from './personal-data.contract.ts'
import { z } from '#platform/contract/zod.ts'
import { purgeEnquiry, restoreEnquiry } from './removal/enquiry-removal.service.ts'
import { anonymiseClosedEnquiries, describeEnquiryRetention } from './removal/enquiry-anonymising.service.ts'
import { enquiryRoutes } from './enquiry.routes.ts'
import { findEnquiriesOfPerson, findEnquiryMessagesOfPerson, unlinkEnquiriesOfPerson } from './personal-data.queries.ts'
import { newEnquiryMail } from './enquiry.mail.ts'
import { customerMails } from '#features/enquiries/tracking/customer.mail.ts'
import { trackingRoutes } from '#features/enquiries/tracking/tracking.routes.ts'

export const enquiriesFeature: Feature = {
  name: 'enquiries',
  dependsOn: [
    'accounts',
    'audit',
    'mail',
    'mail-ledger',
    'sites',
    'trash',
    'users',
    'products',
    'webhooks',
    'drafts',
    'notices',
    'writing',
  ],
  api: [{ name: 'Enquiries', about: 'Product enquiries of visitors, and their handling.', routes: [...enquiryRoutes, ...trackingRoutes] }],
  trash: { enquiry: { restore: restoreEnquiry, purge: purgeEnquiry } },
  jobs: [
    {
      name: 'make closed enquiries anonymous',
      everySeconds: 3600,
      watchedTables: ['enquiries', 'settings'],
      run: (ctx) => anonymiseClosedEnquiries(ctx),
      retention: { table: 'enquiries', what: 'Closed enquiries', after: describeEnquiryRetention, isAnonymised: true },
    },
  ],
  erasePerson: unlinkEnquiriesOfPerson,
  mails: [newEnquiryMail, ...customerMails],
  tables: {
    enquiries: {
      references: ['products', 'users'],
      alsoWrittenBy: ['products'],
      archive: { key: ['id'] },
      personal: { section: 'enquiries', shape: z.array(ExportedEnquiry), find: findEnquiriesOfPerson },
    },
    enquiry_messages: {
      references: ['enquiries', 'users'],
      archive: { key: ['id'] },
      personal: { section: 'enquiryMessages', shape: z.array(ExportedEnquiryMessage), find: findEnquiryMessagesOfPerson },
    },
  },
}
