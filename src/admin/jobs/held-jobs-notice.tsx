/** Lists the jobs that are on hold since the database was restored, imported or moved, and resumes or discards them. */
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
  const [decisionToConfirm, setDecisionToConfirm] = useState<Decision>()
  const [isBusy, setBusy] = useState(false)
  if (!held || held.total === 0) return null

  const decide = async (decision: Decision) => {
    setBusy(true)
    try {
      const { jobs } = await (decision === 'resume' ? resumeHeldJobs() : discardHeldJobs())
      await waitForRefresh()
      toast({ title: `${decision === 'resume' ? 'Resumed' : 'Discarded'}: ${count(jobs, ADMIN_NOUNS.queuedJob)}` })
    } catch (error) {
      toast({
        title: decision === 'resume' ? 'Jobs not resumed' : 'Jobs not discarded',
        message: failureReason(error),
        tone: 'destructive',
      })
    } finally {
      setBusy(false)
      setDecisionToConfirm(undefined)
    }
  }
  return (
    <Notice tone="warn" title="Queued jobs are on hold" className={styles.held}>
      <p>This site was restored, imported or moved. The previous server may already have run the jobs that were queued.</p>
      <ul className={styles.heldKinds}>
        {held.kinds.map(({ kind, count: jobs, oldest }) => (
          <li key={kind}>
            <b>{formatJobKind(kind)}</b>: {number(jobs)}, the oldest from <ShortTime date={oldest} />
          </li>
        ))}
      </ul>
      <div className={styles.jobActions}>
        <Button disabled={isBusy} onClick={() => setDecisionToConfirm('resume')}>
          Resume all
        </Button>
        <Button variant="danger" disabled={isBusy} onClick={() => setDecisionToConfirm('discard')}>
          Discard all
        </Button>
      </div>
      <Confirm
        open={decisionToConfirm !== undefined}
        question={decisionToConfirm === 'resume' ? 'Resume all held jobs?' : 'Discard all held jobs?'}
        confirmLabel={decisionToConfirm === 'resume' ? 'Resume all' : 'Discard all'}
        tone={decisionToConfirm === 'resume' ? undefined : 'danger'}
        busy={isBusy}
        onConfirm={() => decisionToConfirm && void decide(decisionToConfirm)}
        onCancel={() => setDecisionToConfirm(undefined)}
      >
        {decisionToConfirm === 'resume'
          ? 'Only do this if the previous server has not run them. Otherwise people receive the same emails twice.'
          : 'They will never run. This cannot be undone.'}
      </Confirm>
    </Notice>
  )
}
