/** Side panel that shows a job with its state and last error, and runs or discards it. */
import { useState } from 'react'
import { FactList, SidePanel } from '#admin/panel/side-panel.tsx'
import { discardJob, retryJob, type QueuedJob } from '#features/job-queue/job-queue.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { formatJobKind, formatJobPayload, JOB_PRIORITY_LABELS, JOB_STATE_LABELS } from './job-labels.ts'
import * as styles from './jobs.module.css'

export function JobPanel({ job, onClose }: { job: QueuedJob; onClose: () => void }) {
  const [runningAction, setRunningAction] = useState<'retry' | 'discard'>()
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const runAction = async (action: 'retry' | 'discard', work: () => Promise<unknown>, successTitle: string, errorTitle: string) => {
    setRunningAction(action)
    try {
      await work()
      await waitForRefresh()
      toast({ title: successTitle })
      onClose()
    } catch (error) {
      toast({ title: errorTitle, message: failureReason(error), tone: 'destructive' })
    } finally {
      setRunningAction(undefined)
      setConfirmOpen(false)
    }
  }
  const retry = () => void runAction('retry', () => retryJob(job.id), 'The job will run shortly', 'Job not started')
  const discard = () => void runAction('discard', () => discardJob(job.id), 'Job discarded', 'Job not discarded')
  return (
    <SidePanel title={formatJobKind(job.kind)} onClose={onClose}>
      {job.lastError && (
        <Notice title={job.state === 'failed' ? 'This job failed' : 'This job will be retried'} className={styles.jobNotice}>
          {job.lastError}
        </Notice>
      )}
      <FactList
        facts={{
          Details: formatJobPayload(job.payload) || null,
          State: JOB_STATE_LABELS[job.state],
          Priority: JOB_PRIORITY_LABELS[job.priority],
          Attempts: job.attempts || null,
          Created: <ShortTime date={job.createdAt} />,
          'Scheduled for': job.dueAt && <ShortTime date={job.dueAt} />,
          Started: job.startedAt && <ShortTime date={job.startedAt} />,
          Failed: job.failedAt && <ShortTime date={job.failedAt} />,
        }}
      />
      {job.state !== 'running' && (
        <div className={styles.jobActions}>
          <Button busy={runningAction === 'retry'} disabled={runningAction !== undefined} onClick={retry}>
            {job.state === 'failed' ? 'Try again' : 'Run now'}
          </Button>
          <Button variant="danger" disabled={runningAction !== undefined} onClick={() => setConfirmOpen(true)}>
            Discard
          </Button>
        </div>
      )}
      <Confirm
        open={isConfirmOpen}
        question="Discard this job?"
        confirmLabel="Discard"
        tone="danger"
        busy={runningAction === 'discard'}
        onConfirm={discard}
        onCancel={() => setConfirmOpen(false)}
      >
        It will never run. This cannot be undone.
      </Confirm>
    </SidePanel>
  )
}
