/** What the forum's addresses say. What cannot be read there counts as not given. */
import { TOPIC_SORTS, type TopicFilter } from '#features/forums/topic.client.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { limitText } from '#wording/cut-text.ts'

const LAST_PAGE = 100_000
const MAX_ID = 999_999_999

export type TopicSort = keyof typeof TOPIC_SORTS

export function parseTopicFilter(address: URLSearchParams): TopicFilter {
  const sort = address.get('sort') ?? ''
  const page = parsePage(address)
  return {
    search: limitText(address.get('search')?.trim() ?? '', SEARCH_MAX).trim() || undefined,
    category: limitText(address.get('category')?.trim() ?? '', SEARCH_MAX) || undefined,
    sort: Object.hasOwn(TOPIC_SORTS, sort) && sort !== 'newest' ? (sort as TopicSort) : undefined,
    page: page > 1 ? page : undefined,
  }
}

export function parsePage(address: URLSearchParams): number {
  const page = Number(address.get('page'))
  return Number.isInteger(page) && page > 1 && page <= LAST_PAGE ? page : 1
}

/** The reply that a link leads to, by its id. */
export function parseReplyId(search: URLSearchParams): number | undefined {
  const id = Number(search.get('reply'))
  return Number.isInteger(id) && id > 0 && id <= MAX_ID ? id : undefined
}

/** Without filters, from the first page, newest first: where a new topic shows at the top. */
export const isUnfiltered = ({ search, category, sort, page }: TopicFilter): boolean => !search && !category && !sort && !page
