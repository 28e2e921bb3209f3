import type { Attention } from '#features/dashboard/dashboard.client.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import * as styles from './dashboard.module.css'
import * as frameStyles from '#admin/frame/frame.module.css'

const URGENT_KINDS = new Set<Attention['kind']>([
  'held-jobs',
  'enquiries',
  'failed-mail',
  'reports',
  'appeals',
  'waiting-posts',
  'waiting-reviews',
  'review-evidence',
  'webhooks-paused',
  'copies-full',
  'newsletter-requests',
  'backup-failed',
])

export function NeedsAttention({ items }: { items: Attention[] }) {
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
        <p className={styles.officeNothing}>You’re all caught up.</p>
      ) : (
        <ul className={styles.attention}>
          {items.map(({ kind, text, since, to }) => (
            <li key={kind} className={URGENT_KINDS.has(kind) ? styles.isUrgent : undefined}>
              <p>
                <Link to={to}>{text}</Link>
                {since && (
                  <small>
                    oldest: <RelativeTime date={since} kind="forum" />
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
