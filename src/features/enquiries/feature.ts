/** What visitors ask about products. */
import type { Feature } from '#platform/feature.ts'
import { ExportedEnquiry } from './personal-data.contract.ts'
import { z } from '#platform/zod.ts'
import { purgeEnquiry, restoreEnquiry } from './enquiry-removal.service.ts'
import { enquiryRoutes } from './enquiry.routes.ts'
import { findEnquiriesOfPerson, unlinkEnquiriesOfPerson } from './personal-data.queries.ts'

export const enquiriesFeature: Feature = {
  name: 'enquiries',
  standsOn: ['audit', 'mail', 'sites', 'trash', 'users', 'products'],
  api: [{ name: 'Enquiries', about: 'What visitors ask about products, and what became of it.', routes: enquiryRoutes }],
  trash: { enquiry: { restore: restoreEnquiry, purge: purgeEnquiry } },
  erasePerson: unlinkEnquiriesOfPerson,
  tables: {
    enquiries: {
      references: ['products', 'users'],
      alsoWrittenBy: ['products'],
      archive: { key: ['id'] },
      personal: { section: 'enquiries', shape: z.array(ExportedEnquiry), find: findEnquiriesOfPerson },
    },
  },
}
