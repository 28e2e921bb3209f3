import { apiQuery } from '#platform/client/api.client.ts'

export type { OwnWaitingPost } from './own-waiting.contract.ts'

/** Query for the signed-in member's waiting posts. Only the browser runs it, because pages are the same for all viewers (decision 36). */
export const ownWaitingPostsQuery = (query: { kind?: 'topic' | 'reply' | undefined; topicId?: number | undefined }) =>
  apiQuery('GET /api/me/waiting-posts', { query })
export const waitingTopicQuery = (topicId: string) => apiQuery('GET /api/me/waiting-topics/:topicId', { params: { topicId } })
