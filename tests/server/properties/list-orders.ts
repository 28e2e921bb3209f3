/** Lists the sort orders of each list as SQL columns. Nulls are last in both directions, and the last column is unique. */
import type { TiedRows } from './tied-rows.ts'

export interface ListOrder {
  table: string
  /** Set if the rows come from several tables. */
  tables?: readonly string[]
  orders: Readonly<Record<string, string>>
  params?: (tied: TiedRows) => object
  query?: (tied: TiedRows) => object
}

const only = (table: string, order: string): ListOrder => ({ table, orders: { '': order } })
const NEWEST = 'created_at desc, id desc'
const NEWEST_ARTICLE = 'published_at desc, id desc'

export const LIST_ORDERS: Readonly<Record<string, ListOrder>> = {
  '/api/categories': only('categories', 'id'),
  '/api/articles': { table: 'articles', orders: { newest: NEWEST_ARTICLE } },
  '/api/articles/featured': only('articles', NEWEST_ARTICLE),
  '/api/articles/category/:categoryId': only('articles', NEWEST_ARTICLE),
  '/api/admin/articles': {
    table: 'articles',
    orders: { newest: NEWEST_ARTICLE, title: 'title, id', rating: 'rating desc, id desc' },
  },
  '/api/products': {
    table: 'products',
    orders: {
      rating: 'average_rating desc, review_count desc, id',
      score: 'score desc, review_count desc, id',
      'price-low': 'price_low, id',
      'price-high': 'price_high desc, id',
      name: 'name_key, id',
    },
  },
  '/api/products/featured': only('products', 'average_rating desc, review_count desc, id'),
  '/api/products/category/:categoryId': only('products', 'average_rating desc, review_count desc, id'),
  '/api/reviews': {
    table: 'reviews',
    orders: {
      newest: NEWEST,
      helpful: `helpfulness desc, ${NEWEST}`,
      highest: `rating desc, ${NEWEST}`,
      lowest: `rating, ${NEWEST}`,
    },
    query: ({ productId }) => ({ productId }),
  },
  '/api/reviews/recent': only('reviews', NEWEST),
  '/api/admin/waiting-reviews': only('waiting_reviews', 'created_at, id'),
  '/api/admin/review-evidence': only('review_evidence', 'sent_at, id'),
  '/api/forums': {
    table: 'topics',
    orders: {
      newest: `is_pinned desc, ${NEWEST}`,
      active: 'is_pinned desc, active_at desc, id desc',
      views: 'is_pinned desc, views desc, id desc',
    },
  },
  '/api/forums/popular': only('topics', `views desc, ${NEWEST}`),
  '/api/forums/category/:categoryId': only('topics', `is_pinned desc, ${NEWEST}`),
  '/api/me/topics': {
    table: 'topics',
    orders: { newest: NEWEST, active: 'active_at desc, id desc', views: 'views desc, id desc' },
    query: () => ({ show: 'watched' }),
  },
  '/api/forum-replies/:forumId': only('replies', 'created_at, id'),
  '/api/admin/forums': {
    table: 'topics',
    orders: {
      newest: NEWEST,
      active: 'active_at desc, id desc',
      views: 'views desc, id desc',
      replies: 'reply_count desc, id desc',
    },
  },
  '/api/admin/waiting-posts': { table: 'topics', tables: ['topics', 'replies'], orders: { '': 'created_at, id, kind' } },
  '/api/admin/forums/:id/replies': { ...only('replies', 'created_at, id'), params: ({ topicId }) => ({ id: topicId }) },
  '/api/experts': only('experts', 'id'),
  '/api/expert-articles': only('expert_articles', NEWEST_ARTICLE),
  '/api/users/:id/badges': only('badges', 'level desc, id'),
  '/api/users': {
    table: 'users',
    orders: {
      username: 'username_key, id',
      points: 'reputation_points desc, id',
      active: 'last_active desc, id',
      joined: 'member_since desc, id',
    },
  },
  '/api/enquiries': {
    table: 'enquiries',
    orders: { newest: NEWEST, oldest: 'created_at, id', name: 'name, id', product: 'product_name, id' },
  },
  '/api/admin/newsletter': { table: 'subscribers', orders: { newest: NEWEST, oldest: 'created_at, id', email: 'email, id' } },
  '/api/newsletter/issues': only('newsletter_issues', 'started_at desc, id desc'),
  '/api/admin/newsletter/issues': only('newsletter_issues', 'id desc'),
  '/api/me/notices': only('notices', 'at desc, id desc'),
  '/api/me/sessions': only('sessions', 'last_seen_at desc, id desc'),
  '/api/me/passkeys': only('passkeys', 'id'),
  // The order of the whole queue is tested in src/features/reports/queue/queue.test.ts.
  '/api/admin/reports': { ...only('report_cases', 'due_at, id'), query: () => ({ item: 'report' }) },
  '/api/admin/appeals': only('appeals', 'due_at, id'),
  '/api/admin/mail': only('mails', 'id desc'),
  '/api/admin/suppressions': only('suppressions', 'suppressed_at desc, id desc'),
  '/api/admin/jobs': only('queued_jobs', 'failed_at desc, priority, due_at, id'),
  '/api/admin/webhooks': only('webhooks', 'id'),
  '/api/admin/webhooks/:id/deliveries': { ...only('webhook_deliveries', 'id desc'), params: ({ webhookId }) => ({ id: webhookId }) },
  '/api/admin/search-pins': only('search_pins', 'query, id'),
  '/api/uploads': only('uploads', 'id desc'),
  '/api/admin/trash': only('trash', 'deleted_at desc, id desc'),
  '/api/admin/audit': only('audit_entries', 'id desc'),
  '/api/admin/sites': only('launches', 'id desc'),
  '/api/admin/launching/invitations': only('launch_invitations', 'id desc'),
}

/** Lists that are not rows of a table, with their content. Only that of the reference values is paginated. */
export const OTHER_LISTS: Readonly<Record<string, string>> = {
  '/api/about': 'sections of a file',
  '/api/tools': 'tools of the program',
  '/api/products/figures': 'values of a specification',
  '/api/products/counts': 'counts by category',
  '/api/products/compare': 'in the order of the query',
  '/api/figures': 'one value for each figure',
  '/api/admin/figures': 'sorted by what needs attention, which depends on the day',
  '/api/admin/figure-problems': 'texts with unknown figures',
  '/api/forums/:id/history': 'versions of one topic, newest first',
  '/api/forum-replies/:id/history': 'versions of one reply, newest first',
  '/api/me/deleted-posts': 'posts in the trash of one member, by the ids of the posts',
  '/api/me/waiting-posts': 'waiting topics and replies of one member, oldest first',
  '/api/votes/mine': 'votes of one member, for lookup',
  '/api/me/mutes': 'muted members of one member, newest first',
  '/api/users/:id/topics': 'topics of one member, newest first',
  '/api/users/:id/replies': 'replies of one member, newest first',
  '/api/users/:id/reviews': 'reviews of one member, newest first',
  '/api/me/bookmarks': 'bookmarks of one member, newest first, which have no ids',
  '/api/me/watches': 'watches of one member, newest first, which have no ids',
  '/api/me/enquiries': 'enquiries of one member, newest first',
  '/api/enquiries/:id/timeline': 'audit entries and messages in one',
  '/api/admin/newsletter/growth': 'counts by week',
  '/api/admin/newsletter/activity': 'suggestions for an issue',
  '/api/admin/mail-templates': 'templates of the program',
  '/api/admin/duties': 'duties of the program',
  '/api/admin/retention': 'rules of the program',
  '/api/moderation-report': 'counts by month',
}
