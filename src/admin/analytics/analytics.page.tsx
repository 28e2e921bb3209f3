/** Page that shows the page views and visitors of the last 30 days. */
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

const VISITS_SETTING_URL = '/admin/settings#visits'
/** Value of `path` in the entry that adds up all pages without a separate entry. */
const OTHER_PAGES = 'other'

export default function AnalyticsPage() {
  const analytics = useQuery({ ...analyticsQuery(), refetchOnMount: 'always', refetchInterval: 60_000 })
  return (
    <>
      <AdminHead title="Visits" caption="The last 30 days, counted on this server. Days start at midnight UTC." />
      {/* If a refetch fails, the previously loaded data stays visible. */}
      {analytics.data ? (
        <>
          {analytics.data.isOn ? <Visits {...analytics.data} /> : <CountingIsOff />}
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

const CountingIsOff = () => (
  <EmptyState
    title="Visit counting is off"
    text="Turn on “Count visits” in the settings. Counting starts right away and does not include earlier visits."
    action={
      <Link className="btn" to={VISITS_SETTING_URL}>
        Open settings
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
        <h2 id="visits-days">Daily visits</h2>
        <p className={`${styles.visitsSum} num`}>
          <b>{count(views, ADMIN_NOUNS.pageView)}</b> in the last 30 days
          {today && `, ${count(today.views, ADMIN_NOUNS.pageView)} by ${count(today.visitors, ADMIN_NOUNS.visitor)} today`}
        </p>
        <DayChart days={days} />
      </section>
      <section aria-labelledby="visits-pages" className={styles.visitsSection}>
        <h2 id="visits-pages">Top pages</h2>
        {pages.length === 0 ? (
          <p className={styles.visitsNothing}>No page views yet. Your own visits are not counted while you are signed in.</p>
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
                    {page.path === OTHER_PAGES ? 'All other pages' : <Link to={page.path}>{decodePath(page.path)}</Link>}
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

/** Decodes percent-encoding for display. Returns malformed paths unchanged. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
