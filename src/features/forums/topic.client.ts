import { api, apiQuery, type CallInput } from '#platform/client/api.client.ts'
import { isOwnList, type OwnListName, type QuestionList } from './lists/topic-lists.policy.ts'
import type { TopicListQuery } from './topic.contract.ts'

export type { Reply, ReplyPosition } from './replies/reply.contract.ts'
export type { Topic } from './topic.contract.ts'

export const TOPICS_PER_PAGE = 20
export const REPLIES_PER_PAGE = 50
/** Number of topics on a product's page. */
export const TOPICS_ABOUT_PRODUCT = 5
export const TOPIC_SORTS = { newest: 'Newest', active: 'Latest activity', views: 'Most viewed' } as const satisfies Record<
  TopicListQuery['sort'],
  string
>
export interface TopicFilter {
  search?: string | undefined
  category?: string | undefined
  /** Slug of a product that the topics are about. */
  product?: string | undefined
  show?: QuestionList | OwnListName | undefined
  sort?: TopicListQuery['sort'] | undefined
  page?: number | undefined
}
export const topicsQuery = ({ search, category, product, show, sort, page }: TopicFilter = {}) =>
  apiQuery('GET /api/forums', {
    query: {
      search,
      category,
      product,
      show: isOwnList(show) ? undefined : show,
      sort: sort ?? 'newest',
      page: page ?? 1,
      perPage: TOPICS_PER_PAGE,
      view: 'card',
    },
  })
/** Query for the newest topics about a product. */
export const topicsAboutProductQuery = (product: string) =>
  apiQuery('GET /api/forums', { query: { product, sort: 'newest', page: 1, perPage: TOPICS_ABOUT_PRODUCT, view: 'card' } })
export const popularTopicsQuery = (limit = 5) => apiQuery('GET /api/forums/popular', { query: { limit, view: 'card' } })
export const topicsOfCategoryQuery = (categoryId: number, perPage = 100) =>
  apiQuery('GET /api/forums/category/:categoryId', {
    params: { categoryId },
    query: { perPage, view: 'card' },
  })
export const topicQuery = (id: string) => apiQuery('GET /api/forums/:id', { params: { id } })
export const repliesQuery = (forumId: string, page = 1) =>
  apiQuery('GET /api/forum-replies/:forumId', { params: { forumId }, query: { page, perPage: REPLIES_PER_PAGE } })
/** Queries the position of a reply among the visible ones; null if it was deleted or is not visible. */
export const replyPositionQuery = (forumId: string, replyId: number) =>
  apiQuery('GET /api/forum-replies/:forumId/:replyId', { params: { forumId, replyId } })
export const pageOfPosition = (position: number): number => Math.max(1, Math.ceil(position / REPLIES_PER_PAGE))
export const postTopic = (body: CallInput<'POST /api/forums'>['body']) => api('POST /api/forums', { body })
export const postReply = (body: CallInput<'POST /api/forum-replies'>['body']) => api('POST /api/forum-replies', { body })
