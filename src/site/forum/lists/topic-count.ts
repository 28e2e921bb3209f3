import { LIST_LABELS } from '#features/forums/lists/topic-lists.policy.ts'
import type { TopicFilter } from '#features/forums/topic.client.ts'
import { NOUNS } from '#wording/nouns.ts'
import type { Wording } from '#wording/wording.ts'

/** Returns the line above the list, such as “12 topics in Solar Panels, page 1 of 2”. */
export function formatTopicCount(
  { count }: Wording,
  total: number,
  { search, show, page = 1 }: TopicFilter,
  categoryName: string | undefined,
  pageCount: number,
): string {
  const listName = show ? `${LIST_LABELS[show]}: ` : ''
  const topicCount = total === 0 ? `${show ? 'no' : 'No'} topics` : count(total, NOUNS.topic)
  const filterText = `${categoryName ? ` in ${categoryName}` : ''}${search ? ` for “${search}”` : ''}`
  const pageText = pageCount > 1 && page <= pageCount ? `, page ${page} of ${pageCount}` : ''
  return `${listName}${topicCount}${filterText}${pageText}`
}
