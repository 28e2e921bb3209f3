/** Lists all features in the order of the API document. A feature that is not on this list is not registered. */
import { accountsFeature } from '#features/accounts/feature.ts'
import { analyticsFeature } from '#features/analytics/feature.ts'
import { archiveFeature } from '#features/archive/feature.ts'
import { articlesFeature } from '#features/articles/feature.ts'
import { auditFeature } from '#features/audit/feature.ts'
import { backupsFeature } from '#features/backups/feature.ts'
import { bookmarksFeature } from '#features/bookmarks/feature.ts'
import { bulkMailFeature } from '#features/bulk-mail/feature.ts'
import { categoriesFeature } from '#features/categories/feature.ts'
import { contentFeature } from '#features/content/feature.ts'
import { countingFeature } from '#features/counting/feature.ts'
import { dashboardFeature } from '#features/dashboard/feature.ts'
import { deliverabilityFeature } from '#features/deliverability/feature.ts'
import { deploymentFeature } from '#features/deployment/feature.ts'
import { draftsFeature } from '#features/drafts/feature.ts'
import { dutiesFeature } from '#features/duties/feature.ts'
import { enquiriesFeature } from '#features/enquiries/feature.ts'
import { expertsFeature } from '#features/experts/feature.ts'
import { referenceValuesFeature } from '#features/figures/feature.ts'
import { forumsFeature } from '#features/forums/feature.ts'
import { idempotencyFeature } from '#features/idempotency/feature.ts'
import { jobQueueFeature } from '#features/job-queue/feature.ts'
import { liveFeature } from '#features/live/feature.ts'
import { mailFeature } from '#features/mail/feature.ts'
import { mailLedgerFeature } from '#features/mail-ledger/feature.ts'
import { mutesFeature } from '#features/mutes/feature.ts'
import { newsletterFeature } from '#features/newsletter/feature.ts'
import { noticesFeature } from '#features/notices/feature.ts'
import { pagesFeature } from '#features/pages/feature.ts'
import { picturesFeature } from '#features/pictures/feature.ts'
import { productsFeature } from '#features/products/feature.ts'
import { quotasFeature } from '#features/quotas/feature.ts'
import { recapFeature } from '#features/recap/feature.ts'
import { redirectsFeature } from '#features/redirects/feature.ts'
import { reportsFeature } from '#features/reports/feature.ts'
import { reputationFeature } from '#features/reputation/feature.ts'
import { retentionFeature } from '#features/retention/feature.ts'
import { reviewsFeature } from '#features/reviews/feature.ts'
import { searchFeature } from '#features/search/feature.ts'
import { sitesFeature } from '#features/sites/feature.ts'
import { suppressionsFeature } from '#features/suppressions/feature.ts'
import { syndicationFeature } from '#features/syndication/feature.ts'
import { toolsFeature } from '#features/tools/feature.ts'
import { trashFeature } from '#features/trash/feature.ts'
import { uploadsFeature } from '#features/uploads/feature.ts'
import { trustFeature } from '#features/trust/feature.ts'
import { usersFeature } from '#features/users/feature.ts'
import { votesFeature } from '#features/votes/feature.ts'
import { watchesFeature } from '#features/watches/feature.ts'
import { webhooksFeature } from '#features/webhooks/feature.ts'
import { writingFeature } from '#features/writing/feature.ts'
import type { Feature } from '#platform/contract/feature.ts'

export const features: readonly Feature[] = [
  sitesFeature,
  categoriesFeature,
  articlesFeature,
  productsFeature,
  reviewsFeature,
  forumsFeature,
  writingFeature,
  expertsFeature,
  referenceValuesFeature(() => features),
  toolsFeature,
  usersFeature,
  searchFeature(() => features),
  votesFeature,
  trustFeature,
  mutesFeature,
  bookmarksFeature,
  watchesFeature,
  accountsFeature(() => features),
  reportsFeature(() => features),
  dutiesFeature(() => features),
  reputationFeature,
  draftsFeature,
  enquiriesFeature,
  newsletterFeature,
  noticesFeature,
  recapFeature,
  liveFeature,
  mailFeature(() => features),
  mailLedgerFeature,
  suppressionsFeature,
  deliverabilityFeature,
  jobQueueFeature(() => features),
  webhooksFeature,
  uploadsFeature(() => features),
  trashFeature(() => features),
  auditFeature,
  retentionFeature(() => features),
  dashboardFeature,
  contentFeature,
  analyticsFeature,
  deploymentFeature,
  quotasFeature,
  bulkMailFeature,
  countingFeature,
  idempotencyFeature,
  archiveFeature(() => features),
  backupsFeature,
  pagesFeature,
  redirectsFeature,
  picturesFeature,
  syndicationFeature,
]
