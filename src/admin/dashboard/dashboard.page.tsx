/** Start page of the back-office, with totals, tasks, backups and recent activity. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { dashboardQuery, type DashboardCount } from '#features/dashboard/dashboard.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { Sparkline } from '#ui/lists/sparkline.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { formatToday } from '#wording/today.ts'
import { LaunchQuestion } from '#admin/sites/launch-question.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { PublicDemo } from './public-demo.tsx'
import { LastBackups } from './last-backups.tsx'
import { RecentActivity } from './recent-activity.tsx'
import * as styles from './dashboard.module.css'
import * as frameStyles from '#admin/frame/frame.module.css'

/** `counted` says which of the items are counted, if not all. */
const CARDS: Record<DashboardCount['name'], { label: string; counted?: string; to: string; category: string }> = {
  products: { label: 'Products', to: '/admin/products', category: 'cat-home' },
  articles: { label: 'Articles', counted: 'published', to: '/admin/articles', category: 'cat-ev' },
  forums: { label: 'Forums', to: '/admin/forums', category: 'cat-battery' },
  enquiries: { label: 'Enquiries', to: '/admin/enquiries', category: 'cat-charger' },
  users: { label: 'Users', to: '/admin/users', category: 'cat-living' },
}

export default function DashboardPage() {
  const dashboard = useQuery({ ...dashboardQuery(), refetchOnMount: 'always', refetchInterval: 60_000 })
  const administrator = useSignedIn()
  const { language } = useWording()
  const [now] = useState(() => new Date())
  return (
    <>
      <title>Overview | Administration</title>
      <header className={frameStyles.officeHead}>
        <div>
          <p className={frameStyles.officeCaption}>{formatToday(now, language)}</p>
          <h1>
            {getGreeting(now)}
            {administrator && `, ${administrator.displayName || administrator.username}`}
          </h1>
        </div>
        <Link className="btn" data-variant="quiet" to="/">
          View site
          <Icon name="external" />
        </Link>
      </header>
      <LaunchQuestion />
      {dashboard.data?.isDemoPublic && <PublicDemo />}
      {/* If a refetch fails, the previously loaded data stays visible. */}
      {dashboard.data ? (
        <>
          <ul className={styles.counts}>
            {dashboard.data.counts.map((count) => (
              <Card key={count.name} count={count} />
            ))}
          </ul>
          <div className={styles.officeColumns}>
            <div>
              <NeedsAttention items={dashboard.data.attention} />
              {dashboard.data.backup && <LastBackups state={dashboard.data.backup} />}
            </div>
            <RecentActivity items={dashboard.data.activity} />
          </div>
        </>
      ) : dashboard.isError ? (
        <ErrorState
          title="The overview could not be loaded"
          text={failureReason(dashboard.error)}
          action={<Button onClick={() => void dashboard.refetch()}>Try again</Button>}
        />
      ) : (
        <Spinner />
      )}
    </>
  )
}

function Card({ count: { name, total, recent, perDay } }: { count: DashboardCount }) {
  const { label, counted, to, category } = CARDS[name]
  const { number } = useWording()
  return (
    <li className={category}>
      <Link to={to}>
        <span className={styles.countName}>{label}</span>
        <span>
          <b className="num">{number(total)}</b> {counted && <small>{counted}</small>}
        </span>
        <span className={`${styles.countRecent} num`}>
          +{number(recent)} <span>in 30 days</span>
        </span>
        <Sparkline values={perDay} />
      </Link>
    </li>
  )
}

function getGreeting(now: Date): string {
  const hour = now.getHours()
  return hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening'
}
