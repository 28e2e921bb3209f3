import { api, apiQuery } from '#platform/client/api.client.ts'

export const topicWatchQuery = (topicId: number) => apiQuery('GET /api/me/topic-watches/:topicId', { params: { topicId } })
export const setTopicWatch = (topicId: number, isWatching: boolean) =>
  api('POST /api/me/topic-watches/:topicId', { params: { topicId }, body: { isWatching } })
