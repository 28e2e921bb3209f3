/** What would go out and is held since the database was restored, imported or moved, with the decision about it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { discardHeldJobs, heldJobsQuery, resumeHeldJobs } from '#features/job-queue/job-queue.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { formatJobKind } from './job-labels.ts'
import * as styles from './jobs.module.css'

type Decision = 'resume' | 'discard'

export function HeldJobsNotice() {
  const { count, number } = useWording()
  const held = useQuery({ ...heldJobsQuery(), refetchOnMount: 'always' }).data
  const [asked, ask] = useState<Decision>()
  const [isBusy, setBusy] = useState(false)
  if (!held || held.total === 0) return null

  const decide = async (decision: Decision) => {
    setBusy(true)
    try {
      const { jobs } = await (decision === 'resume' ? resumeHeldJobs() : discardHeldJobs())
      await waitForRefresh()
      toast({ title: `${decision === 'resume' ? 'Resumed' : 'Discarded'}: ${count(jobs, ADMIN_NOUNS.queuedJob)}` })
    } catch (error) {
      toast({ title: decision === 'resume' ? 'Not resumed' : 'Not discarded', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
      ask(undefined)
    }
  }
  return (
    <Notice tone="warn" title="Nothing that was queued before is sent yet" className={styles.held}>
      <p>This site was restored, imported or moved. What was waiting to go out may have been sent already by the earlier server.</p>
      <ul className={styles.heldKinds}>
        {held.kinds.map(({ kind, count: jobs, oldest }) => (
          <li key={kind}>
            <b>{formatJobKind(kind)}</b>: {number(jobs)}, the oldest from <ShortTime date={oldest} />
          </li>
        ))}
      </ul>
      <div className={styles.jobActions}>
        <Button disabled={isBusy} onClick={() => ask('resume')}>
          Send it now
        </Button>
        <Button variant="danger" disabled={isBusy} onClick={() => ask('discard')}>
          Discard it
        </Button>
      </div>
      <Confirm
        open={asked !== undefined}
        question={asked === 'resume' ? 'Send everything that is held?' : 'Discard everything that is held?'}
        confirmLabel={asked === 'resume' ? 'Send it now' : 'Discard it'}
        tone={asked === 'resume' ? undefined : 'danger'}
        busy={isBusy}
        onConfirm={() => asked && void decide(asked)}
        onCancel={() => ask(undefined)}
      >
        {asked === 'resume'
          ? 'Do this only if the earlier server has not sent it: otherwise people get it twice.'
          : 'It will never be sent. This cannot be undone.'}
      </Confirm>
    </Notice>
  )
}
