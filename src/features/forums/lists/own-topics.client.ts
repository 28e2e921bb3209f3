import { api, apiQuery } from '#platform/client/api.client.ts'
import { TOPICS_PER_PAGE, type TopicFilter } from '#features/forums/topic.client.ts'
import type { OwnListName } from './topic-lists.policy.ts'

/** Query for a list of the signed-in member's own. Only the browser runs it, because pages are the same for everybody (decision 36). */
export const ownTopicsQuery = ({ search, category, product, sort, page }: TopicFilter, show: OwnListName) =>
  apiQuery('GET /api/me/topics', {
    query: { search, category, product, show, sort: sort ?? 'newest', page: page ?? 1, perPage: TOPICS_PER_PAGE, view: 'card' },
  })
export const recordForumVisit = () => api('POST /api/me/forum-visits')
