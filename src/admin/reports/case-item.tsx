/** One case: the subject then and now, the reports, the history of both sides, and the decision. */
import { useState } from 'react'
import { SiteLink } from '#admin/list/site-link.tsx'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { DECISIONS, DECISION_REASONS, ILLEGAL_KINDS, REPORT_KINDS, REPORT_REASONS } from '#features/reports/report-reason.policy.ts'
import { claimReport, type ReportCase, type ReportDecision } from '#features/reports/report.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Link } from '#ui/router/link.tsx'
import { Badge } from '#ui/text/badge.tsx'
import { LongDate, ShortTime } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { DecisionForm } from './decision-form.tsx'
import * as styles from './reports.module.css'

export function CaseItem({ reportCase, onDecided }: { reportCase: ReportCase; onDecided: () => void }) {
  const { id, kind, title, content, current, hiddenAt, path, author, authorHistory, reports, dueAt, decision } = reportCase
  const { count } = useWording()
  const [now] = useState(() => Date.now())
  const isOverdue = !decision && Date.parse(dueAt) < now
  const isChanged = current !== null && (current.title !== title || current.content !== content)
  return (
    <article className={styles.item} aria-labelledby={`case-${id}`}>
      <p className={styles.line}>
        <Badge variant="secondary">{REPORT_KINDS[kind]}</Badge>
        {isOverdue ? <Badge variant="destructive">Overdue</Badge> : null}
        {!decision && (
          <span>
            due <ShortTime date={dueAt} />
          </span>
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
      <h2 dir="auto" id={`case-${id}`}>
        {title}
      </h2>
      <div className={styles.words} dir="auto">
        {content}
      </div>
      {current === null && hiddenAt !== null && !decision && (
        <p className={styles.note}>
          Reports by experienced members hid it <ShortTime date={hiddenAt} />. It stays hidden until you decide.
        </p>
      )}
      {current === null && (hiddenAt === null || decision) && (
        <p className={styles.note}>It is no longer public: it has been hidden or deleted since.</p>
      )}
      {isChanged && (
        <details className={styles.now}>
          <summary>It has been edited since. Show the current version</summary>
          <p dir="auto">
            <b>{current.title}</b>
          </p>
          <div className={styles.words} dir="auto">
            {current.content}
          </div>
        </details>
      )}
      {current && (
        <p>
          <SiteLink to={path} label="View on the site" targetName={title} />
        </p>
      )}
      <section aria-label="Reports">
        <h3>{count(reports.length, ADMIN_NOUNS.report)}</h3>
        <ul className={styles.reports}>
          {reports.map(({ id: reportId, reason, illegalKind, text, reporter, reporterHistory, createdAt }) => (
            <li key={reportId}>
              <b>{REPORT_REASONS[reason].label}</b>
              {illegalKind && `: ${ILLEGAL_KINDS[illegalKind]}`}
              <span className={styles.meta}>
                {' '}
                {reporter ? <bdi>{reporter.username}</bdi> : 'a visitor'}
                {reporterHistory && ` (${count(reporterHistory.reports, ADMIN_NOUNS.report)}, ${reporterHistory.upheld} acted on)`},{' '}
                <ShortTime date={createdAt} />
              </span>
              {text && (
                <p dir="auto" className={styles.words}>
                  {text}
                </p>
              )}
            </li>
          ))}
        </ul>
      </section>
      {authorHistory.length > 0 && (
        <section aria-label="Earlier decisions about the author">
          <h3>Earlier decisions about the author</h3>
          <ul className={styles.reports}>
            {authorHistory.map((earlier) => (
              <li key={earlier.id}>
                <DecisionLine decision={earlier} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {decision ? (
        <section aria-label="Decision">
          <h3>Decision</h3>
          <p>
            <DecisionLine decision={decision} />
          </p>
          {decision.text && (
            <p dir="auto" className={styles.words}>
              {decision.text}
            </p>
          )}
        </section>
      ) : (
        <>
          <Claim reportCase={reportCase} />
          <DecisionForm reportCase={reportCase} onDecided={onDecided} />
        </>
      )}
    </article>
  )
}

function DecisionLine({ decision: { decision, reason, decidedBy, decidedAt, restrictedUntil } }: { decision: ReportDecision }) {
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

function Claim({ reportCase: { id, title, claimedBy } }: { reportCase: ReportCase }) {
  const me = useSignedIn()
  const [busy, setBusy] = useState(false)
  const isMine = claimedBy !== null && claimedBy.id === me?.id
  const change = async () => {
    setBusy(true)
    try {
      await claimReport(id, !isMine)
      toast({ title: isMine ? 'Report released' : 'Report claimed' })
    } catch (error) {
      toast({ title: 'Not changed', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <p className={styles.line}>
      {claimedBy && (
        <span>
          {isMine ? (
            'You are working on this.'
          ) : (
            <>
              <bdi>{claimedBy.username}</bdi> is working on this.
            </>
          )}
        </span>
      )}
      {(claimedBy === null || isMine) && (
        <Button variant="quiet" size="s" data-action="claim" busy={busy} onClick={() => void change()}>
          {isMine ? 'Release' : 'Claim'}
          <span className="visuallyHidden"> the report about “{title}”</span>
        </Button>
      )}
    </p>
  )
}
