/** One case: the subject then and now, the reports, the history of both sides, and the decision. */
import { useState } from 'react'
import type { ReportCase } from '#features/reports/report.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { Claim } from './claim.tsx'
import { DecisionForm } from './decision-form.tsx'
import { ItemContext, ItemHead, itemHeadingId } from './item-head.tsx'
import { AuthorHistory, DecisionLine } from './item-history.tsx'
import { ItemReports } from './item-reports.tsx'
import * as styles from './reports.module.css'

export function CaseItem({ reportCase, onDecided }: { reportCase: ReportCase; onDecided: () => void }) {
  const { title, content, current, hiddenAt, reports, decision, pictureUrl } = reportCase
  const isChanged = current !== null && (current.title !== title || current.content !== content)
  return (
    <article className={styles.item} aria-labelledby={itemHeadingId(reportCase)}>
      <ItemHead item={reportCase} />
      <div className={styles.words} dir="auto">
        {content}
      </div>
      {pictureUrl && <ReportedPicture url={pictureUrl} title={title} />}
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
      <ItemContext item={reportCase} />
      <ItemReports reports={reports} />
      <AuthorHistory item={reportCase} />
      {decision ? (
        <div>
          <h3>Decision</h3>
          <p>
            <DecisionLine decision={decision} />
          </p>
          {decision.text && (
            <p dir="auto" className={styles.words}>
              {decision.text}
            </p>
          )}
        </div>
      ) : (
        <>
          <Claim item={reportCase} />
          <DecisionForm reportCase={reportCase} onDecided={onDecided} />
        </>
      )}
    </article>
  )
}

/** The picture is shown on request, because it may be distressing. */
function ReportedPicture({ url, title }: { url: string; title: string }) {
  const [isShown, setShown] = useState(false)
  if (isShown) return <img className={styles.picture} src={url} alt={title} />
  return (
    <p>
      <Button variant="quiet" size="s" data-action="proof" onClick={() => setShown(true)}>
        Show the picture
        <span className="visuallyHidden"> “{title}”</span>
      </Button>
    </p>
  )
}
