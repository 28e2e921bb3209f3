/** Query parameters of the forum pages. Invalid values are ignored. */
import { TOPIC_SORTS, type TopicFilter } from '#features/forums/topic.client.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { limitText } from '#wording/cut-text.ts'

const MAX_PAGE = 100_000
const MAX_ID = 999_999_999

export type TopicSort = keyof typeof TOPIC_SORTS

export function parseTopicFilter(params: URLSearchParams): TopicFilter {
  const sort = params.get('sort') ?? ''
  const page = parsePage(params)
  return {
    search: limitText(params.get('search')?.trim() ?? '', SEARCH_MAX).trim() || undefined,
    category: limitText(params.get('category')?.trim() ?? '', SEARCH_MAX) || undefined,
    sort: Object.hasOwn(TOPIC_SORTS, sort) && sort !== 'newest' ? (sort as TopicSort) : undefined,
    page: page > 1 ? page : undefined,
  }
}

export function parsePage(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page > 1 && page <= MAX_PAGE ? page : 1
}

/** Id of the linked reply. */
export function parseReplyId(search: URLSearchParams): number | undefined {
  const id = Number(search.get('reply'))
  return Number.isInteger(id) && id > 0 && id <= MAX_ID ? id : undefined
}

/** True for the first page without filters, newest first: a new topic is at its top. */
export const isUnfiltered = ({ search, category, sort, page }: TopicFilter): boolean => !search && !category && !sort && !page
