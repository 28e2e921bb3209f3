/** Section that allows or denies newsletters and imports for a launched site. */
import { useState } from 'react'
import { PanelSection } from '#admin/panel/side-panel.tsx'
import { changeLaunchedSiteNewsletter, type Copy } from '#features/deployment/copies/copies.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import * as styles from './sites.module.css'

export function CopyNewsletter({ copy, onChanged }: { copy: Copy; onChanged: (copy: Copy) => void }) {
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const [busy, setBusy] = useState<'allow' | 'deny'>()
  const { state, requestedAt, requestedBy } = copy.newsletter
  const decide = async (isAllowed: boolean, successTitle: string) => {
    setBusy(isAllowed ? 'allow' : 'deny')
    try {
      onChanged(await changeLaunchedSiteNewsletter(copy.id, isAllowed))
      toast({ title: successTitle, message: copy.name })
    } catch (error) {
      toast({ title: 'Permission not changed', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(undefined)
      setConfirmOpen(false)
    }
  }
  const allowButton = (
    <Button busy={busy === 'allow'} disabled={busy !== undefined} onClick={() => void decide(true, 'Newsletter allowed')}>
      Allow newsletter
    </Button>
  )
  return (
    <PanelSection title="Newsletter">
      {state === 'allowed' && (
        <p>This copy may send newsletters and import addresses. Its emails say that they are sent through your site.</p>
      )}
      {state === 'requested' && (
        <p>
          {requestedBy || 'Its administrator'} asked{' '}
          {requestedAt && (
            <>
              on <ShortTime date={requestedAt} />{' '}
            </>
          )}
          for permission to send newsletters and import addresses. They write the texts and choose the addresses; your server sends the
          emails.
        </p>
      )}
      {state === 'none' && <p>This copy only sends account emails. Its administrator can ask for newsletters.</p>}
      <div className={styles.copyActions}>
        {state !== 'allowed' && allowButton}
        {state === 'requested' && (
          <Button
            variant="quiet"
            busy={busy === 'deny'}
            disabled={busy !== undefined}
            onClick={() => void decide(false, 'Request declined')}
          >
            Decline
          </Button>
        )}
        {state === 'allowed' && (
          <Button variant="danger" onClick={() => setConfirmOpen(true)}>
            Revoke
          </Button>
        )}
      </div>
      <Confirm
        open={isConfirmOpen}
        question={`Stop the newsletter of ${copy.name}?`}
        confirmLabel="Revoke"
        tone="danger"
        busy={busy !== undefined}
        onConfirm={() => void decide(false, 'Newsletter revoked')}
        onCancel={() => setConfirmOpen(false)}
      >
        <p>An issue that is being sent stops at once, and scheduled issues become drafts. The copy keeps its subscribers.</p>
      </Confirm>
    </PanelSection>
  )
}
