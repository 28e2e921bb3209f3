/** One piece of work beside the list: what it waits for or has failed at, and the way to do it now or never. */
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
  const [busy, setBusy] = useState<'retry' | 'discard'>()
  const [isAsked, ask] = useState(false)
  const run = async (what: 'retry' | 'discard', work: () => Promise<unknown>, done: string, failed: string) => {
    setBusy(what)
    try {
      await work()
      await waitForRefresh()
      toast({ title: done })
      onClose()
    } catch (fault) {
      const message = failureReason(fault)
      toast({ title: failed, message, tone: 'destructive' })
    } finally {
      setBusy(undefined)
      ask(false)
    }
  }
  const retry = () => void run('retry', () => retryJob(job.id), 'It is done as soon as possible', 'Not begun')
  const discard = () => void run('discard', () => discardJob(job.id), 'Discarded', 'Not discarded')
  return (
    <SidePanel title={formatJobKind(job.kind)} onClose={onClose}>
      {job.lastError && (
        <Notice title={job.state === 'failed' ? 'It has been given up' : 'It is tried again'} className={styles.jobNotice}>
          {job.lastError}
        </Notice>
      )}
      <FactList
        facts={{
          About: formatJobPayload(job.payload) || null,
          State: JOB_STATE_LABELS[job.state],
          Order: JOB_PRIORITY_LABELS[job.priority],
          Attempts: job.attempts || null,
          'Put in': <ShortTime date={job.createdAt} />,
          'To be done': job.dueAt && <ShortTime date={job.dueAt} />,
          Began: job.startedAt && <ShortTime date={job.startedAt} />,
          Failed: job.failedAt && <ShortTime date={job.failedAt} />,
        }}
      />
      {job.state !== 'running' && (
        <div className={styles.jobActions}>
          <Button busy={busy === 'retry'} disabled={busy !== undefined} onClick={retry}>
            {job.state === 'failed' ? 'Try again' : 'Do it now'}
          </Button>
          <Button variant="danger" disabled={busy !== undefined} onClick={() => ask(true)}>
            Discard
          </Button>
        </div>
      )}
      <Confirm
        open={isAsked}
        question="Discard this work?"
        confirmLabel="Discard"
        tone="danger"
        busy={busy === 'discard'}
        onConfirm={discard}
        onCancel={() => ask(false)}
      >
        It will not be done. This cannot be taken back.
      </Confirm>
    </SidePanel>
  )
}
