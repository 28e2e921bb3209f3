/** Header link to the notices, with the number of unread ones. */
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { paths } from '#site/paths.ts'
import * as styles from './header-account.module.css'

const MAX_SHOWN = 99

/** @param unread undefined until the session is known; meanwhile public/start.js fills in the number from the member hint */
export function NoticeBell({ unread }: { unread: number | undefined }) {
  const { count } = useWording()
  const isKnown = unread !== undefined
  return (
    <Link
      className={`${styles.barAct} ${styles.barSelf} ${styles.bell}`}
      to={paths.notices()}
      data-part="bell"
      data-for={isKnown ? undefined : 'member'}
    >
      <Icon name="bell" />
      {!isKnown && (
        <span
          className={styles.bellCount}
          data-hint="unread"
          aria-hidden="true"
          hidden
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: '' }}
        />
      )}
      {isKnown && unread > 0 && (
        <span className={styles.bellCount} aria-hidden="true">
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      )}
      <span className={styles.barWord}>{isKnown && unread > 0 ? count(unread, NOUNS.unreadNotice) : 'Notifications'}</span>
    </Link>
  )
}
