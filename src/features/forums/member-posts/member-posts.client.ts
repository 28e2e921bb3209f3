import { apiQuery } from '#platform/client/api.client.ts'

export type { MemberReply } from './member-posts.contract.ts'

export const MEMBER_POSTS_PER_PAGE = 20
export const topicsOfUserQuery = (id: string, page = 1) =>
  apiQuery('GET /api/users/:id/topics', { params: { id }, query: { page, perPage: MEMBER_POSTS_PER_PAGE } })
export const repliesOfUserQuery = (id: string, page = 1) =>
  apiQuery('GET /api/users/:id/replies', { params: { id }, query: { page, perPage: MEMBER_POSTS_PER_PAGE } })
export const acceptedAnswersOfUserQuery = (id: string, page = 1) =>
  apiQuery('GET /api/users/:id/replies', { params: { id }, query: { page, perPage: MEMBER_POSTS_PER_PAGE, accepted: 'yes' } })
