/** Link in the header to the notices, with the number of unread ones. */
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { paths } from '#site/paths.ts'
import * as styles from './header-account.module.css'

const MAX_SHOWN_COUNT = 99

/** @param unreadCount undefined until the session is known; until then `public/start.js` inserts the number from the member hint */
export function NoticeBell({ unreadCount }: { unreadCount: number | undefined }) {
  const { count } = useWording()
  const isSessionKnown = unreadCount !== undefined
  return (
    <Link
      className={`${styles.barAct} ${styles.barSelf} ${styles.bell}`}
      to={paths.notices()}
      data-part="bell"
      data-for={isSessionKnown ? undefined : 'member'}
    >
      <Icon name="bell" />
      {!isSessionKnown && (
        <span
          className={styles.bellCount}
          data-hint="unread"
          aria-hidden="true"
          hidden
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: '' }}
        />
      )}
      {isSessionKnown && unreadCount > 0 && (
        <span className={styles.bellCount} aria-hidden="true">
          {unreadCount > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : unreadCount}
        </span>
      )}
      <span className={styles.barWord}>{isSessionKnown && unreadCount > 0 ? count(unreadCount, NOUNS.unreadNotice) : 'Notifications'}</span>
    </Link>
  )
}
