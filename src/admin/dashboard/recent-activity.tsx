import type { Activity } from '#features/dashboard/dashboard.client.ts'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import * as styles from './dashboard.module.css'

const DID: Record<Activity['kind'], { icon: IconName; did: string; byItself: string }> = {
  enquiry: { icon: 'mail', did: 'asked about', byItself: 'Enquiry about' },
  topic: { icon: 'forum', did: 'started', byItself: 'New topic' },
  reply: { icon: 'message', did: 'replied to', byItself: 'Reply to' },
  review: { icon: 'star', did: 'reviewed', byItself: 'Review of' },
  article: { icon: 'article', did: 'published', byItself: 'Published' },
  user: { icon: 'user', did: 'joined', byItself: 'Joined' },
  product: { icon: 'box', did: 'added', byItself: 'Added' },
}

export function RecentActivity({ items }: { items: Activity[] }) {
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
                    <b dir="auto">{who}</b> {DID[kind].did}
                  </>
                )}
                {kind !== 'user' && (
                  <>
                    {' '}
                    <Link to={to}>
                      <bdi>{title}</bdi>
                    </Link>
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
