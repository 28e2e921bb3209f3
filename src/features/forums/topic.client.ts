import { apiQuery, send, type CallInput } from '#platform/api.client.ts'
import type {
  getTopicEndpoint,
  listRepliesEndpoint,
  listTopicsEndpoint,
  popularTopicsEndpoint,
  POST_CONTENT_MAX,
  postReplyEndpoint,
  postTopicEndpoint,
  TOPIC_TITLE_MAX,
  TopicListQuery,
  topicsOfCategoryEndpoint,
} from './topic.contract.ts'

export type { Reply, Topic } from './topic.contract.ts'

// The contract's limits; its module stays out of the browser's bundle.
export const TITLE_MAX: typeof TOPIC_TITLE_MAX = 200
export const CONTENT_MAX: typeof POST_CONTENT_MAX = 20_000

export const TOPICS_PER_PAGE = 20
export const REPLIES_PER_PAGE = 50
export const TOPIC_SORTS = { newest: 'Newest', active: 'Latest activity', views: 'Most viewed' } as const satisfies Record<
  TopicListQuery['sort'],
  string
>
export interface TopicFilter {
  search?: string | undefined
  category?: string | undefined
  sort?: TopicListQuery['sort'] | undefined
  page?: number | undefined
}
export const topicsQuery = ({ search, category, sort, page }: TopicFilter = {}) =>
  apiQuery<typeof listTopicsEndpoint>('/api/forums', {
    query: { search, category, sort: sort ?? 'newest', page: page ?? 1, perPage: TOPICS_PER_PAGE, view: 'card' },
  })
export const popularTopicsQuery = (limit = 5) =>
  apiQuery<typeof popularTopicsEndpoint>('/api/forums/popular', { query: { limit, view: 'card' } })
export const topicsOfCategoryQuery = (categoryId: number, perPage = 100) =>
  apiQuery<typeof topicsOfCategoryEndpoint>('/api/forums/category/:categoryId', {
    params: { categoryId },
    query: { perPage, view: 'card' },
  })
export const topicQuery = (id: string) => apiQuery<typeof getTopicEndpoint>('/api/forums/:id', { params: { id } })
export const repliesQuery = (forumId: string, page = 1) =>
  apiQuery<typeof listRepliesEndpoint>('/api/forum-replies/:forumId', { params: { forumId }, query: { page, perPage: REPLIES_PER_PAGE } })
export const postTopic = (body: NonNullable<CallInput<typeof postTopicEndpoint>['body']>) =>
  send<typeof postTopicEndpoint>('POST', '/api/forums', { body })
export const postReply = (body: NonNullable<CallInput<typeof postReplyEndpoint>['body']>) =>
  send<typeof postReplyEndpoint>('POST', '/api/forum-replies', { body })

/** Whether a query shows something that a new topic or reply changes. */
export const isChangedByPost = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  typeof path === 'string' && (path.startsWith('/api/forum') || path === '/api/users/:id')
