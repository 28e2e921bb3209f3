/** Parses the query parameters of the forum and topic pages. Invalid values are ignored. */
import { LIST_LABELS } from '#features/forums/lists/topic-lists.policy.ts'
import { TOPIC_SORTS, type TopicFilter } from '#features/forums/topic.client.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { parseLaterPage } from '#site/page-number.ts'
import { limitText } from '#wording/cut-text.ts'

const MAX_SLUG_LENGTH = 200
const MAX_REPLY_ID = 999_999_999

export type TopicSort = keyof typeof TOPIC_SORTS

export function parseTopicFilter(params: URLSearchParams): TopicFilter {
  const sort = params.get('sort') ?? ''
  const show = params.get('show') ?? ''
  return {
    search: limitText(params.get('search')?.trim() ?? '', SEARCH_MAX).trim() || undefined,
    category: limitText(params.get('category')?.trim() ?? '', SEARCH_MAX) || undefined,
    product: params.get('product')?.trim().slice(0, MAX_SLUG_LENGTH) || undefined,
    show: Object.hasOwn(LIST_LABELS, show) ? (show as TopicFilter['show']) : undefined,
    sort: Object.hasOwn(TOPIC_SORTS, sort) && sort !== 'newest' ? (sort as TopicSort) : undefined,
    page: parseLaterPage(params),
  }
}

/** Parses the id of the reply that the URL links to. @returns undefined if it is missing or invalid */
export function parseReplyId(params: URLSearchParams): number | undefined {
  const id = Number(params.get('reply'))
  return Number.isInteger(id) && id > 0 && id <= MAX_REPLY_ID ? id : undefined
}

/** Whether the filter selects the first page of all topics, newest first, which has a new topic at its top. */
export const isUnfiltered = ({ search, category, product, show, sort, page }: TopicFilter): boolean =>
  !search && !category && !product && !show && !sort && !page
