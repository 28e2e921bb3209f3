/** How much a member has not read, on every page. */
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { paths } from '#site/paths.ts'
import * as styles from './header-account.module.css'

const MAX_SHOWN = 99

export function NoticeBell({ unread }: { unread: number }) {
  const { count } = useWording()
  return (
    <Link className={`${styles.barAct} ${styles.barSelf} ${styles.bell}`} to={paths.notices()} data-part="bell">
      <Icon name="bell" />
      {unread > 0 && (
        <span className={styles.bellCount} aria-hidden="true">
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      )}
      <span className={styles.barWord}>{unread > 0 ? count(unread, NOUNS.unreadNotice) : 'Notices'}</span>
    </Link>
  )
}
