/** What the author of an item has posted before, and what was decided about it. */
import { DECISIONS, DECISION_REASONS } from '#features/reports/report-reason.policy.ts'
import type { ReportCase, ReportDecision } from '#features/reports/report.client.ts'
import { LongDate, ShortTime } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { NOUNS } from '#wording/nouns.ts'
import * as styles from './reports.module.css'

export function AuthorHistory({ item: { author, authorRecord, authorHistory } }: { item: ReportCase }) {
  const { count, number } = useWording()
  if (author.isGuest || !authorRecord) return <p className={styles.meta}>Guests have no account, so nothing is known about the author.</p>
  const { topics, replies, reviews, verifiedReviews, hiddenPosts, decisions } = authorRecord
  const parts = [
    topics > 0 && count(topics, NOUNS.topic),
    replies > 0 && count(replies, NOUNS.reply),
    reviews > 0 && `${count(reviews, NOUNS.review)}${verifiedReviews > 0 ? ` (${number(verifiedReviews)} verified)` : ''}`,
    hiddenPosts > 0 && count(hiddenPosts, ADMIN_NOUNS.hiddenPost),
    decisions > 0 && count(decisions, ADMIN_NOUNS.decisionAgainst),
  ].filter((part) => part !== false)
  return (
    <div>
      <h3>Author</h3>
      <p className={styles.meta}>{parts.length > 0 ? parts.join(', ') : 'Nothing published so far'}</p>
      {authorHistory.length > 0 && (
        <ul className={styles.reports}>
          {authorHistory.map((earlier) => (
            <li key={earlier.id}>
              <DecisionLine decision={earlier} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export function DecisionLine({ decision: { decision, reason, decidedBy, decidedAt, restrictedUntil } }: { decision: ReportDecision }) {
  return (
    <>
      <b>{DECISIONS[decision].label}</b>: {DECISION_REASONS[reason]}
      {restrictedUntil && (
        <>
          , until <LongDate date={restrictedUntil} />
        </>
      )}
      <span className={styles.meta}>
        {' '}
        {decidedBy ?? 'a former moderator'}, <ShortTime date={decidedAt} />
      </span>
    </>
  )
}
