/** Shows who works on an item, and lets the viewer claim or release it. */
import { useState } from 'react'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { claimReport, type ReportCase } from '#features/reports/report.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import * as styles from './reports.module.css'

export function Claim({ item: { item, id, title, claimedBy } }: { item: ReportCase }) {
  const me = useSignedIn()
  const [busy, setBusy] = useState(false)
  const isMine = claimedBy !== null && claimedBy.id === me?.id
  const change = async () => {
    setBusy(true)
    try {
      await claimReport(id, { isClaimed: !isMine, item })
      toast({ title: isMine ? 'Released' : 'Claimed' })
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
          <span className="visuallyHidden"> “{title}”</span>
        </Button>
      )}
    </p>
  )
}
