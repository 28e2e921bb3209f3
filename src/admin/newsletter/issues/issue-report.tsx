/** Side panel that shows progress and results of an issue that is scheduled, being sent, paused or sent. */
import { useState } from 'react'
import { FactList, PanelSection, SidePanel } from '#admin/panel/side-panel.tsx'
import { changeIssue, pauseIssue, resumeIssue, unscheduleIssue, type Issue } from '#features/newsletter/issues/issue.client.ts'
import { MAX_RATE, MIN_RATE } from '#features/newsletter/issues/issue.policy.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { SiteLink } from '#admin/list/site-link.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Field, Input } from '#ui/forms/field.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { ProgressBar } from '#ui/states/progress-bar.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { ISSUE_STATE_LABELS, calculateIssuePercent, getIssueTitle } from './issue-labels.ts'
import { useIsBulkMailRestricted } from '#admin/newsletter/newsletter-permission.tsx'
import { IssuePreview } from './issue-preview.tsx'
import * as styles from '#admin/newsletter/issues.module.css'

export function IssueReport({ issue, onClose }: { issue: Issue; onClose: () => void }) {
  const { number } = useWording()
  const [isBusy, setBusy] = useState(false)
  const { counts, state } = issue
  const isRestricted = useIsBulkMailRestricted()
  const runAction = async (action: () => Promise<unknown>, successTitle: string) => {
    setBusy(true)
    try {
      await action()
      await waitForRefresh()
      toast({ title: successTitle })
    } catch (error) {
      toast({ title: 'Issue not changed', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <SidePanel title={getIssueTitle(issue)} description={ISSUE_STATE_LABELS[state]} onClose={onClose}>
      {issue.lastError && (
        <Notice tone="warn" role="status" title="Sending is interrupted">
          {issue.lastError}
          {state === 'sending' && ' We try again every minute.'}
        </Notice>
      )}
      {(state === 'sending' || state === 'paused') && (
        <p className={styles.issueProgress} aria-live="polite">
          <ProgressBar value={calculateIssuePercent(issue)} label="Sending progress" />
          <span className="num">
            {number(counts.total - counts.waiting)} of {number(counts.total)}
          </span>
        </p>
      )}
      <div className={styles.issueActions}>
        {(state === 'sending' || state === 'paused') && (
          // One button serves both actions, so that it keeps the focus.
          <Button
            variant={state === 'sending' ? 'quiet' : 'primary'}
            busy={isBusy}
            disabled={state === 'paused' && isRestricted}
            onClick={() =>
              void (state === 'sending'
                ? runAction(() => pauseIssue(issue.id), 'Sending paused')
                : runAction(() => resumeIssue(issue.id), 'Sending resumed'))
            }
          >
            {state === 'sending' ? 'Pause' : 'Resume'}
          </Button>
        )}
        {state === 'scheduled' && (
          <Button
            variant="quiet"
            busy={isBusy}
            onClick={() => void runAction(() => unscheduleIssue(issue.id), 'The issue is a draft again')}
          >
            Back to draft
          </Button>
        )}
        {issue.startedAt && <SiteLink to={`/newsletter/${issue.id}`} label="View on the site" targetName={getIssueTitle(issue)} />}
      </div>
      {(state === 'sending' || state === 'paused') && <RateField key={issue.rate} issue={issue} onSave={runAction} />}
      <FactList
        facts={{
          'Scheduled for': state === 'scheduled' && issue.scheduledAt ? <ShortTime date={issue.scheduledAt} /> : null,
          Started: issue.startedAt && <ShortTime date={issue.startedAt} />,
          Finished: issue.finishedAt && <ShortTime date={issue.finishedAt} />,
          ...(issue.startedAt && {
            Recipients: number(counts.total),
            Sent: number(counts.sent),
            Bounced: number(counts.bounced),
            Failed: counts.failed > 0 ? number(counts.failed) : null,
            'Unsubscribed before sending': counts.skipped > 0 ? number(counts.skipped) : null,
            Unsubscribed: number(counts.unsubscribed),
          }),
        }}
      />
      <PanelSection title="Preview">
        <IssuePreview issue={issue} />
      </PanelSection>
    </SidePanel>
  )
}

/** Form that changes the sending rate (emails per minute) while the issue is being sent or paused. */
function RateField({ issue, onSave }: { issue: Issue; onSave: (action: () => Promise<unknown>, successTitle: string) => Promise<void> }) {
  const [rate, setRate] = useState(String(issue.rate))
  const isInvalid = !/^\d{1,5}$/.test(rate) || Number(rate) < MIN_RATE || Number(rate) > MAX_RATE
  return (
    <Field label="Maximum emails per minute" error={isInvalid && `Please enter a number from ${MIN_RATE} to ${MAX_RATE}`}>
      {(control) => (
        <div className={styles.issueRate}>
          <Input {...control} inputMode="numeric" value={rate} onChange={({ target }) => setRate(target.value)} />
          <Button
            variant="quiet"
            disabled={isInvalid || Number(rate) === issue.rate}
            onClick={() => void onSave(() => changeIssue(issue.id, { rate: Number(rate) }), 'Sending rate changed')}
          >
            Change
          </Button>
        </div>
      )}
    </Field>
  )
}
