import type { Notice } from '#features/notices/notice.client.ts'
import { IconButton } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import * as styles from './notices.module.css'

const ICONS = {
  reply: 'message',
  answer: 'message',
  mention: 'message',
  followup: 'star',
  moderation: 'flag',
  watch: 'eye',
  security: 'lock',
  duty: 'shield',
} as const

/** Shows a notice. Opening its link marks it as read. */
export function NoticeRow({ notice, onRead }: { notice: Notice; onRead: () => void }) {
  const { kind, title, path, at: noticeDate, readAt, isDemo } = notice
  const isUnread = readAt === null
  return (
    <li className={styles.notice} data-unread={isUnread || undefined}>
      <Icon name={ICONS[kind]} />
      <div className={styles.noticeText}>
        <p>
          <Link to={path} onClick={() => isUnread && onRead()}>
            {isUnread && <span className="visuallyHidden">Unread: </span>}
            <NoticeText notice={notice} />
          </Link>{' '}
          {isDemo && <DemoChip />}
        </p>
        <RelativeTime className={styles.noticeTime} date={noticeDate} kind="forum" />
      </div>
      {isUnread && <IconButton icon="check" label={`Mark as read: ${title}`} onClick={onRead} />}
    </li>
  )
}

function NoticeText({ notice: { kind, title, actor, items } }: { notice: Notice }) {
  const { count } = useWording()
  if (kind !== 'reply') return title
  return items > 1 ? `${count(items, NOUNS.reply)} in “${title}”` : `${actor ?? 'Someone'} replied in “${title}”`
}
