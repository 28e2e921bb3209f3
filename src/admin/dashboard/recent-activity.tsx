import type { Activity } from '#features/dashboard/dashboard.client.ts'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import * as styles from './dashboard.module.css'

/** Icon and texts by kind of activity: `verb` follows the actor's name, `label` replaces both if there is no name. */
const ACTIVITY_LABELS: Record<Activity['kind'], { icon: IconName; verb: string; label: string }> = {
  enquiry: { icon: 'mail', verb: 'asked about', label: 'Enquiry about' },
  topic: { icon: 'forum', verb: 'started', label: 'New topic' },
  reply: { icon: 'message', verb: 'replied to', label: 'Reply to' },
  review: { icon: 'star', verb: 'reviewed', label: 'Review of' },
  article: { icon: 'article', verb: 'published', label: 'Published' },
  user: { icon: 'user', verb: 'joined', label: 'Joined' },
  product: { icon: 'box', verb: 'added', label: 'Added' },
}

export function RecentActivity({ items }: { items: Activity[] }) {
  return (
    <section aria-labelledby="recent-activity">
      <div className={styles.officeSection}>
        <h2 id="recent-activity">Recent Activity</h2>
      </div>
      {items.length === 0 ? (
        <p className={styles.officeNothing}>No activity yet.</p>
      ) : (
        <ol className={styles.activity}>
          {items.map(({ kind, id, at, who, title, to }) => (
            <li key={`${kind} ${id}`}>
              <Icon name={ACTIVITY_LABELS[kind].icon} />
              <p>
                {who === null ? (
                  ACTIVITY_LABELS[kind].label
                ) : (
                  <>
                    <b dir="auto">{who}</b> {ACTIVITY_LABELS[kind].verb}
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
