/** Defines the notices feature: notifications to members, on the site and by mail. */
import type { Feature } from '#platform/contract/feature.ts'
import { z } from '#platform/contract/zod.ts'
import { noticeJobHandlers } from './notice-mail.service.ts'
import { noticeMails } from './notice.mail.ts'
import { noticeRoutes } from './notice.routes.ts'
import { removeOldNotices } from './notice.service.ts'
import { ExportedNotice, ExportedPreference, ExportedWeeklyDigest } from './personal-data.contract.ts'
import { findNoticesOfPerson, findPreferencesOfPerson, findWeeklyDigestOfPerson } from './personal-data.queries.ts'
import { deleteNoticeDataOfUser } from './preference.queries.ts'

export const noticesFeature: Feature = {
  name: 'notices',
  dependsOn: ['job-queue', 'mail', 'mutes', 'users'],
  api: [{ name: 'Notices', about: 'Notifications of a member, and their mail preferences.', routes: noticeRoutes }],
  jobs: [{ name: 'forget old notices', everySeconds: 3600, watchedTables: ['notices'], run: (ctx) => removeOldNotices(ctx) }],
  jobHandlers: noticeJobHandlers,
  mails: noticeMails,
  erasePerson: deleteNoticeDataOfUser,
  tables: {
    notices: {
      references: ['users'],
      archive: { key: ['id'] },
      personal: { section: 'notices', shape: z.array(ExportedNotice), find: findNoticesOfPerson },
    },
    notice_preferences: {
      references: ['users'],
      archive: { key: ['user_id', 'kind'] },
      personal: { section: 'noticePreferences', shape: z.array(ExportedPreference), find: findPreferencesOfPerson },
    },
    weekly_digests: {
      references: ['users'],
      archive: { key: ['user_id'] },
      personal: { section: 'weeklyDigest', shape: z.array(ExportedWeeklyDigest), find: findWeeklyDigestOfPerson },
    },
    notice_senders: {
      hasSecretWrites: true,
      references: ['users'],
      archive: { never: 'holds the keys of links in mails' },
      personal: { notExported: 'a key of links in mails' },
    },
  },
}
