/** What all items of the moderation queue show: type, times, author, subject and its context. */
import { useState, type ReactNode } from 'react'
import { SiteLink } from '#admin/list/site-link.tsx'
import { QUEUE_ITEMS, REPORT_KINDS } from '#features/reports/report-reason.policy.ts'
import type { ReportCase } from '#features/reports/report.client.ts'
import { Link } from '#ui/router/link.tsx'
import { Badge } from '#ui/text/badge.tsx'
import { LongDate, ShortTime } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import * as styles from './reports.module.css'

/** HTML id of the item's heading. */
export const itemHeadingId = ({ item, id }: Pick<ReportCase, 'item' | 'id'>): string => `${item}-${id}`

/** @param children what is shown below the title, such as stars */
export function ItemHead({ item, children }: { item: ReportCase; children?: ReactNode }) {
  const { author, title, dueAt, createdAt, decision } = item
  const [now] = useState(() => Date.now())
  const describeWait = useWaitText()
  const isOverdue = !decision && Date.parse(dueAt) < now
  return (
    <>
      <p className={styles.line}>
        <Badge variant="secondary">{describeType(item)}</Badge>
        {isOverdue && <Badge variant="destructive">Overdue</Badge>}
        {!decision && (
          <>
            <span>
              due <ShortTime date={dueAt} />
            </span>
            <span>waiting for {describeWait(now - Date.parse(createdAt))}</span>
          </>
        )}
        <span>
          by{' '}
          {author.isGuest ? (
            'a guest'
          ) : (
            <>
              <Link to={`/admin/users?search=${encodeURIComponent(author.username)}`}>
                <bdi>{author.username}</bdi>
              </Link>
              , level {author.level}, member since <LongDate date={author.memberSince} />
            </>
          )}
        </span>
      </p>
      <h2 dir="auto" id={itemHeadingId(item)}>
        {title}
      </h2>
      {children}
    </>
  )
}

const describeType = ({ item, kind }: ReportCase): string =>
  item === 'report'
    ? `Reported ${REPORT_KINDS[kind].toLowerCase()}`
    : item === 'appeal'
      ? `Appeal: ${REPORT_KINDS[kind].toLowerCase()}`
      : QUEUE_ITEMS[item]

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const DAY_MINUTES = 1440

/** @returns a function that words a duration in milliseconds in its largest unit, days from two days on */
function useWaitText(): (durationMs: number) => string {
  const { count } = useWording()
  return (durationMs) => {
    const minutes = Math.max(1, Math.floor(durationMs / MINUTE_MS))
    if (minutes < HOUR_MINUTES) return count(minutes, NOUNS.minute)
    if (minutes < 2 * DAY_MINUTES) return count(Math.floor(minutes / HOUR_MINUTES), NOUNS.hour)
    return count(Math.floor(minutes / DAY_MINUTES), NOUNS.day)
  }
}

const CONTEXT_LABELS = { topic: 'Category', reply: 'Reply to', review: 'Product', user: 'Profile', picture: 'Picture in' } as const

/** Shows what the subject is part of, and links to the subject if it is public. */
export function ItemContext({ item: { kind, title, path, current, context } }: { item: ReportCase }) {
  return (
    <div className={styles.context}>
      {context && (
        <p>
          {CONTEXT_LABELS[kind]}: <SiteLink to={context.path} label={context.title} targetName="" action={current ? undefined : 'open'} />
        </p>
      )}
      {context?.content && (
        <details className={styles.now}>
          <summary>{kind === 'reply' ? 'Show how the topic begins' : 'Show the text'}</summary>
          <p dir="auto" className={styles.words}>
            {context.content}
          </p>
        </details>
      )}
      {current && <SiteLink to={path} label="View on the site" targetName={title} action="open" />}
    </div>
  )
}
