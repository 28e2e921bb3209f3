/** The register. A feature that is not on this list does not exist. */
import { accountRoutes } from '#features/accounts/account.routes.ts'
import { userAdminRoutes } from '#features/accounts/user-admin.routes.ts'
import { analyticsRoutes } from '#features/analytics/analytics.routes.ts'
import { forgetOldViews } from '#features/analytics/analytics.service.ts'
import { addViews as addArticleViews } from '#features/articles/article.service.ts'
import { archiveRoutes } from '#features/archive/archive.routes.ts'
import { publishDue } from '#features/articles/article-editing.service.ts'
import { articleRoutes } from '#features/articles/article.routes.ts'
import { auditRoutes } from '#features/audit/audit.routes.ts'
import { categoryRoutes } from '#features/categories/category.routes.ts'
import { demoContentRoutes } from '#features/content/demo-content.routes.ts'
import { dashboardRoutes } from '#features/dashboard/dashboard.routes.ts'
import { deploymentRoutes } from '#features/deployment/deployment.routes.ts'
import { learnStates } from '#features/deployment/copies.service.ts'
import { clearInterrupted, retireUnclaimed } from '#features/deployment/deployment.service.ts'
import { forgetEnquiry, restoreEnquiry } from '#features/enquiries/enquiry-removal.service.ts'
import { enquiryRoutes } from '#features/enquiries/enquiry.routes.ts'
import { expertRoutes } from '#features/experts/expert.routes.ts'
import { addViews as addTopicViews } from '#features/forums/topic.service.ts'
import { restoreReply } from '#features/forums/reply-change.service.ts'
import { restoreTopic } from '#features/forums/topic-change.service.ts'
import { moderationRoutes } from '#features/forums/moderation.routes.ts'
import { topicRoutes } from '#features/forums/topic.routes.ts'
import { forgetOldMail } from '#features/mail/mail.service.ts'
import { mailRoutes } from '#features/mail/mail.routes.ts'
import { forgetUnconfirmed } from '#features/newsletter/newsletter.service.ts'
import { newsletterRoutes } from '#features/newsletter/newsletter.routes.ts'
import { readFigures } from '#features/products/figure.service.ts'
import { restoreProduct } from '#features/products/product-editing.service.ts'
import { productRoutes } from '#features/products/product.routes.ts'
import { reviewRoutes } from '#features/reviews/review.routes.ts'
import { restoreReview } from '#features/reviews/review.service.ts'
import { learnSettings } from '#features/sites/site-settings.service.ts'
import { siteRoutes } from '#features/sites/site.routes.ts'
import { trashRoutes } from '#features/trash/trash.routes.ts'
import { emptyTrash, type Forgetters, type Restorer } from '#features/trash/trash.service.ts'
import { removeExpired } from '#features/accounts/session.service.ts'
import { forgetOldAttempts } from '#features/accounts/throttle.service.ts'
import type { TrashKind } from '#features/trash/trash.contract.ts'
import type { Job } from '#platform/jobs.ts'
import { uploadRoutes } from '#features/uploads/upload.routes.ts'
import { voteRoutes } from '#features/votes/vote.routes.ts'
import { userRoutes } from '#features/users/user.routes.ts'
import type { Door } from '#platform/door.ts'
import type { WriteViews } from '#platform/visits.ts'

/** How each kind of thing comes back from the trash. */
const restorers: Record<TrashKind, Restorer> = {
  product: restoreProduct,
  topic: restoreTopic,
  reply: restoreReply,
  review: restoreReview,
  enquiry: restoreEnquiry,
}
/** What else goes when a thing leaves the trash for good. */
const forgetters: Forgetters = { enquiry: forgetEnquiry }

export const doors: Door[] = [
  ...siteRoutes,
  ...categoryRoutes,
  ...articleRoutes,
  ...productRoutes,
  ...reviewRoutes,
  ...topicRoutes,
  ...moderationRoutes,
  ...expertRoutes,
  ...userRoutes,
  ...voteRoutes,
  ...accountRoutes,
  ...userAdminRoutes,
  ...enquiryRoutes,
  ...newsletterRoutes,
  ...mailRoutes,
  ...uploadRoutes,
  ...trashRoutes(restorers, forgetters),
  ...auditRoutes,
  ...dashboardRoutes,
  ...demoContentRoutes,
  ...analyticsRoutes,
  ...deploymentRoutes,
  ...archiveRoutes,
]

const HOUR = 3600

/** Work that comes back. */
export const jobs: Job[] = [
  { name: 'publish what is due', everySeconds: 20, run: (ctx) => publishDue(ctx) },
  { name: 'learn what other processes have set', everySeconds: 5, run: learnSettings },
  { name: 'learn which copies rest', everySeconds: 5, run: learnStates },
  { name: 'clear away interrupted launches', everySeconds: 60, run: (ctx) => clearInterrupted(ctx) },
  { name: 'retire copies that nobody has claimed', everySeconds: HOUR, run: (ctx) => retireUnclaimed(ctx) },
  { name: 'read the figures of products', everySeconds: 60, run: readFigures },
  { name: 'empty the trash', everySeconds: HOUR, run: (ctx) => emptyTrash(ctx, forgetters) },
  { name: 'forget addresses that nobody has confirmed', everySeconds: HOUR, run: (ctx) => forgetUnconfirmed(ctx) },
  { name: 'forget what has expired', everySeconds: HOUR, run: removeExpired },
  { name: 'forget old mail', everySeconds: HOUR, run: (ctx) => forgetOldMail(ctx) },
  { name: 'forget old attempts to sign in', everySeconds: HOUR, run: forgetOldAttempts },
  { name: 'forget old counts of visits', everySeconds: HOUR, run: (ctx) => forgetOldViews(ctx) },
]

/** Where counted views are written. */
export const writeViews: WriteViews = (site, table, counts) => {
  const addViews = table === 'articles' ? addArticleViews : addTopicViews
  return site.db.transaction().execute(async (db) => {
    for (const [id, views] of counts) await addViews({ db }, id, views)
  })
}
