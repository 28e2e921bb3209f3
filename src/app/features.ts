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
import type { EndpointGroup } from '#platform/openapi.ts'
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

interface DoorGroup extends Omit<EndpointGroup, 'endpoints'> {
  doors: Door[]
}
const group = (name: string, about: string, doors: Door[]): DoorGroup => ({ name, about, doors })

/** Every call that the site answers, in the order in which the API is read. */
const doorGroups: DoorGroup[] = [
  group('Site', 'What every page knows about the site, and what its administrator sets.', siteRoutes),
  group('Categories', 'The categories that articles, products and topics belong to.', categoryRoutes),
  group('Articles', 'Guides: reading, writing and publishing them.', articleRoutes),
  group('Products', 'The catalogue: lists, figures, comparisons, and editing.', productRoutes),
  group('Reviews', 'What owners say about products.', reviewRoutes),
  group('Forum', 'Topics and replies.', topicRoutes),
  group('Moderation', 'Keeping order in the forum.', moderationRoutes),
  group('Experts', 'Experts and the articles in which they take a position.', expertRoutes),
  group('Members', 'People as everyone may see them.', userRoutes),
  group('Votes', 'Votes up and down on topics, replies and reviews.', voteRoutes),
  group('My account', 'Signing up, in and out, and everything that is a member’s own.', accountRoutes),
  group('Accounts', 'Members as an administrator sees and changes them.', userAdminRoutes),
  group('Enquiries', 'What visitors ask about products, and what became of it.', enquiryRoutes),
  group('Newsletter', 'Subscribing, leaving, and the list of subscribers.', newsletterRoutes),
  group('Outbox', 'Every mail that the site has written.', mailRoutes),
  group('Uploads', 'Pictures.', uploadRoutes),
  group('Trash', 'What was deleted and can be brought back.', trashRoutes(restorers, forgetters)),
  group('Audit log', 'Who changed what, and when.', auditRoutes),
  group('Overview', 'Live counts, and what needs attention.', dashboardRoutes),
  group('Demo content', 'The invented content that a site starts with.', demoContentRoutes),
  group('Visits', 'How often pages are looked at, where the site counts that.', analyticsRoutes),
  group('Copies', 'Launching copies of the platform, claiming and keeping them.', deploymentRoutes),
  group('Archive', 'The whole site as one file.', archiveRoutes),
]

export const doors: Door[] = doorGroups.flatMap((one) => one.doors)
export const endpointGroups: EndpointGroup[] = doorGroups.map(({ doors: some, ...about }) => ({
  ...about,
  endpoints: some.map(({ endpoint }) => endpoint),
}))

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
