/** How many look at the site, and at what. */
import { useQuery } from '@tanstack/react-query'
import { failureReason } from '#platform/client/api.client.ts'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { analyticsQuery, type Analytics } from '#features/analytics/analytics.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Link } from '#ui/router/link.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { DayChart } from './day-chart.tsx'
import { WhatIsCounted } from './what-is-counted.tsx'
import * as styles from './analytics.module.css'

const SWITCH = '/admin/settings#visits'
/** As the server calls the pages that it no longer keeps apart. */
const OTHER = 'other'

export default function AnalyticsPage() {
  const analytics = useQuery({ ...analyticsQuery(), refetchOnMount: 'always', refetchInterval: 60_000 })
  return (
    <>
      <AdminHead title="Visits" caption="The last 30 days, counted on this server. Days begin at midnight UTC." />
      {/* A look that failed in between does not take away what the last one brought. */}
      {analytics.data ? (
        <>
          {analytics.data.isOn ? <Visits {...analytics.data} /> : <IsOff />}
          <WhatIsCounted />
        </>
      ) : analytics.isError ? (
        <ErrorState
          title="The visits could not be loaded"
          text={failureReason(analytics.error)}
          action={<Button onClick={() => void analytics.refetch()}>Try again</Button>}
        />
      ) : (
        <Spinner />
      )}
    </>
  )
}

const IsOff = () => (
  <EmptyState
    title="Visits are not counted"
    text="Switch “Count visits” on in the settings, and save. Counting begins at once; what was before is not known."
    action={
      <Link className="btn" to={SWITCH}>
        Open the settings
      </Link>
    }
  />
)

function Visits({ days, pages }: Extract<Analytics, { isOn: true }>) {
  const { count, number } = useWording()
  const views = days.reduce((sum, day) => sum + day.views, 0)
  const today = days.at(-1)
  const mostViews = Math.max(1, ...pages.map((page) => page.views))
  return (
    <>
      <section aria-labelledby="visits-days" className={styles.visitsSection}>
        <h2 id="visits-days">Per day</h2>
        <p className={`${styles.visitsSum} num`}>
          <b>{count(views, ADMIN_NOUNS.pageView)}</b> in 30 days
          {today && `, today ${count(today.views, ADMIN_NOUNS.pageView)} by ${count(today.visitors, ADMIN_NOUNS.visitor)}`}
        </p>
        <DayChart days={days} />
      </section>
      <section aria-labelledby="visits-pages" className={styles.visitsSection}>
        <h2 id="visits-pages">Top pages</h2>
        {pages.length === 0 ? (
          <p className={styles.visitsNothing}>Nobody has looked at a page yet. Your own looks are not counted while you are signed in.</p>
        ) : (
          <table className={styles.visitsPages} aria-labelledby="visits-pages">
            <thead>
              <tr>
                <th scope="col">Page</th>
                <th scope="col">Page views</th>
              </tr>
            </thead>
            <tbody>
              {pages.map((page) => (
                <tr key={page.path}>
                  <th scope="row">
                    {page.path === OTHER ? 'All other pages' : <Link to={page.path}>{readable(page.path)}</Link>}
                    <meter min={0} max={mostViews} value={page.views} aria-hidden="true" />
                  </th>
                  <td className="num">{number(page.views)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </>
  )
}

/** Letters beyond English as letters, where the address can be read so. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
