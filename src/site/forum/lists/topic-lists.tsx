/** Links to the lists of topics: all, questions by their state, and the member's own lists. */
import { LIST_LABELS, OWN_LISTS, QUESTION_LISTS } from '#features/forums/lists/topic-lists.policy.ts'
import type { TopicFilter } from '#features/forums/topic.client.ts'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { Link } from '#ui/router/link.tsx'
import * as styles from './topic-lists.module.css'

export function TopicLists({ filter }: { filter: TopicFilter }) {
  const { features } = useSite()
  const lists = [undefined, ...QUESTION_LISTS, ...(features.userAccounts ? OWN_LISTS : [])]
  return (
    <nav className={styles.lists} aria-label="Lists of topics">
      <ul>
        {lists.map((show) => (
          <li key={show ?? 'all'}>
            <Link
              to={paths.forum({ ...filter, show, page: undefined })}
              aria-current={filter.show === show ? 'page' : undefined}
              preventScrollReset
            >
              {show === undefined ? 'All' : LIST_LABELS[show]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
