/** Contract of the topic lists that differ for each member, and of the visits that "new since my last visit" is based on. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { feature, Topic, TopicListQuery } from '#features/forums/topic.contract.ts'
import { OWN_LISTS } from './topic-lists.policy.ts'

/** `mine`: topics that you started; `watched`: topics that you watch; `new`: with activity since your last visit to the forum. */
const OwnList = z.enum(OWN_LISTS)

export const OwnTopicsQuery = TopicListQuery.omit({ show: true }).extend({ show: OwnList })
export type OwnTopicsQuery = z.infer<typeof OwnTopicsQuery>
export const listOwnTopicsEndpoint = endpoint('GET /api/me/topics', {
  summary: 'List the topics that you started or watch, or those with activity since your last visit to the forum.',
  query: OwnTopicsQuery,
  response: z.array(Topic),
  list: true,
  access: 'member',
  feature,
})

export const ForumVisit = z.object({
  /** Time of the previous visit; on the first visit, a week ago or the time at which the member joined, whichever is later. */
  newSince: z.string(),
})
export type ForumVisit = z.infer<typeof ForumVisit>
export const recordForumVisitEndpoint = endpoint('POST /api/me/forum-visits', {
  summary: 'Record that you are visiting the forum. Calls within half an hour of the last one belong to the same visit.',
  response: ForumVisit,
  status: 200,
  access: 'member',
  isQuotaExempt: true,
  feature,
})
/** Shape of the forum visit in the personal-data export. */
export const ExportedForumVisit = z.object({ visitedAt: z.string(), previousVisitAt: z.string().nullable() })
