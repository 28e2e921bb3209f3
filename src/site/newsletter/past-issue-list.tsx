import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { PAST_ISSUES_PER_PAGE, pastIssuesQuery } from '#features/newsletter/issues/archive/archive.client.ts'
import { feedPath } from '#features/syndication/feed.client.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { LongDate } from '#ui/text/time.tsx'
import { parsePage } from '#site/page-number.ts'
import * as styles from './past-issues.module.css'

/** Lists the issues that were sent, newest first. Renders nothing if there are none. */
export function PastIssueList() {
  const page = parsePage(useSearchParams()[0])
  const { data } = useQuery(pastIssuesQuery(page))
  if (!data || data.total === 0) return null
  return (
    <section className={styles.pastIssues} aria-labelledby="past-issues">
      <h2 id="past-issues">Past issues</h2>
      <ul>
        {data.items.map(({ id, subject, publishedAt }) => (
          <li key={id}>
            <Link to={paths.issue(id)}>{subject}</Link>
            <LongDate date={publishedAt} />
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pages={Math.ceil(data.total / PAST_ISSUES_PER_PAGE)}
        hrefFor={(pageNumber) => paths.newsletter(undefined, pageNumber)}
        label="Pages of past issues"
      />
      <p className="hint">
        <a href={feedPath({ newsletter: true }, 'feed.xml')}>Follow it in a feed reader</a>
      </p>
    </section>
  )
}
