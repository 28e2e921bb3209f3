/** What an administrator sees first: how much there is, what waits, what happened. All of it is counted now. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import {
  dashboardQuery,
  type Activity,
  type Attention,
  type BackupState,
  type DashboardCount,
} from '#features/dashboard/dashboard.client.ts'
import { failureReason } from '#platform/api.client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { RelativeTime } from '#ui/time.tsx'
import { useWording } from '#ui/use-wording.ts'
import { formatBytes } from '#wording/bytes.ts'
import { formatToday } from '#wording/today.ts'
import { LaunchQuestion } from '#admin/sites/launch-question.tsx'
import * as styles from './dashboard.module.css'
import * as frameStyles from '#admin/frame/frame.module.css'

const CARDS: Record<DashboardCount['name'], { label: string; to: string; category: string }> = {
  products: { label: 'Products', to: '/admin/products', category: 'cat-home' },
  articles: { label: 'Articles', to: '/admin/articles', category: 'cat-ev' },
  forums: { label: 'Forums', to: '/admin/forums', category: 'cat-battery' },
  enquiries: { label: 'Enquiries', to: '/admin/enquiries', category: 'cat-charger' },
  users: { label: 'Users', to: '/admin/users', category: 'cat-living' },
}
const URGENT = new Set<Attention['kind']>([
  'enquiries',
  'failed-mail',
  'waiting-posts',
  'review-evidence',
  'webhooks-paused',
  'copies-full',
  'backup-failed',
])
const DID: Record<Activity['kind'], { icon: IconName; did: string; byItself: string }> = {
  enquiry: { icon: 'mail', did: 'asked about', byItself: 'Enquiry about' },
  topic: { icon: 'forum', did: 'started', byItself: 'New topic' },
  reply: { icon: 'message', did: 'replied to', byItself: 'Reply to' },
  review: { icon: 'star', did: 'reviewed', byItself: 'Review of' },
  article: { icon: 'article', did: 'published', byItself: 'Published' },
  user: { icon: 'user', did: 'joined', byItself: 'Joined' },
  product: { icon: 'box', did: 'added', byItself: 'Added' },
}

export default function DashboardPage() {
  const dashboard = useQuery({ ...dashboardQuery(), refetchOnMount: 'always', refetchInterval: 60_000 })
  const me = useSignedIn()
  const { language } = useWording()
  const [now] = useState(() => new Date())
  return (
    <>
      <title>Overview | Administration</title>
      <header className={frameStyles.officeHead}>
        <div>
          <p className={frameStyles.officeCaption}>{formatToday(now, language)}</p>
          <h1>
            {greeting(now)}
            {me && `, ${me.displayName || me.username}`}
          </h1>
        </div>
        <Link className="btn" data-variant="quiet" to="/">
          View the site
          <Icon name="external" />
        </Link>
      </header>
      <LaunchQuestion />
      {/* A look that failed in between does not take away what the last one brought. */}
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
              {dashboard.data.backup && <Backups state={dashboard.data.backup} />}
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
  const { label, to, category } = CARDS[name]
  const { number } = useWording()
  return (
    <li className={category}>
      <Link to={to}>
        <span className={styles.countName}>{label}</span>
        <b className="num">{number(total)}</b>
        <span className={`${styles.countRecent} num`}>
          +{number(recent)} <span>in 30 days</span>
        </span>
        <Sparkline values={perDay} />
      </Link>
    </li>
  )
}

function NeedsAttention({ items }: { items: Attention[] }) {
  return (
    <section aria-labelledby="needs-attention">
      <div className={styles.officeSection}>
        <h2 id="needs-attention">Needs attention</h2>
        {items.length > 0 && (
          <span data-part="office-count" className={`${frameStyles.officeCount} num`}>
            {items.length}
          </span>
        )}
      </div>
      {items.length === 0 ? (
        <p className={styles.officeNothing}>Nothing waits for you.</p>
      ) : (
        <ul className={styles.attention}>
          {items.map(({ kind, text, since, to }) => (
            <li key={kind} className={URGENT.has(kind) ? styles.isUrgent : undefined}>
              <p>
                <Link to={to}>{text}</Link>
                {since && (
                  <small>
                    the oldest <RelativeTime date={since} kind="forum" />
                  </small>
                )}
              </p>
              <Icon name="chevron-right" />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Backups({ state: { lastGood, lastFailure } }: { state: BackupState }) {
  const { language } = useWording()
  return (
    <section aria-labelledby="backups" className={styles.backups}>
      <div className={styles.officeSection}>
        <h2 id="backups">Backups</h2>
      </div>
      {!lastGood && !lastFailure ? (
        <p className={styles.officeNothing}>The first one is being made.</p>
      ) : (
        <ul className={styles.activity}>
          {lastFailure && (
            <li className={styles.hasFailed}>
              <Icon name="alert" />
              <p>
                <b>The last one failed.</b> {lastFailure.reason}
              </p>
              <RelativeTime className="num" date={lastFailure.at} kind="forum" />
            </li>
          )}
          {lastGood ? (
            <li>
              <Icon name="check" />
              <p>
                <b>All sites were saved</b> in {lastGood.file}, {formatBytes(lastGood.bytes, language)}
              </p>
              <RelativeTime className="num" date={lastGood.at} kind="forum" />
            </li>
          ) : (
            <li>
              <Icon name="info" />
              <p>There is none yet.</p>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

function RecentActivity({ items }: { items: Activity[] }) {
  return (
    <section aria-labelledby="recent-activity">
      <div className={styles.officeSection}>
        <h2 id="recent-activity">Recent Activity</h2>
      </div>
      {items.length === 0 ? (
        <p className={styles.officeNothing}>Nothing has happened yet.</p>
      ) : (
        <ol className={styles.activity}>
          {items.map(({ kind, id, at, who, title, to }) => (
            <li key={`${kind} ${id}`}>
              <Icon name={DID[kind].icon} />
              <p>
                {who === null ? (
                  DID[kind].byItself
                ) : (
                  <>
                    <b>{who}</b> {DID[kind].did}
                  </>
                )}
                {kind !== 'user' && (
                  <>
                    {' '}
                    <Link to={to}>{title}</Link>
                  </>
                )}
              </p>
              <RelativeTime className="num" date={at} kind="forum" />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function greeting(now: Date): string {
  const hour = now.getHours()
  return hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening'
}
