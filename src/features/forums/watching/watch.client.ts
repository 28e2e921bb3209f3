import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type { getTopicWatchEndpoint, setTopicWatchEndpoint } from './watch.contract.ts'
import { getTopicWatchCall, setTopicWatchCall } from './watch.endpoints.ts'

export const topicWatchQuery = (topicId: number) => apiQuery<typeof getTopicWatchEndpoint>(getTopicWatchCall, { params: { topicId } })
export const setTopicWatch = (topicId: number, isWatching: boolean) =>
  sendRequest<typeof setTopicWatchEndpoint>(setTopicWatchCall, { params: { topicId }, body: { isWatching } })
