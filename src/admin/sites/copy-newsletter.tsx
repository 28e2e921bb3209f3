/** Whether a copy may send newsletters and import addresses: the request and the decision. */
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
  const [isAsked, ask] = useState(false)
  const [busy, setBusy] = useState<'allow' | 'deny'>()
  const { state, requestedAt, requestedBy } = copy.newsletter
  const decide = async (isAllowed: boolean, done: string) => {
    setBusy(isAllowed ? 'allow' : 'deny')
    try {
      onChanged(await changeLaunchedSiteNewsletter(copy.id, isAllowed))
      toast({ title: done, message: copy.name })
    } catch (fault) {
      toast({ title: 'Nothing was changed', message: failureReason(fault), tone: 'destructive' })
    } finally {
      setBusy(undefined)
      ask(false)
    }
  }
  const allow = (
    <Button busy={busy === 'allow'} disabled={busy !== undefined} onClick={() => void decide(true, 'Newsletter allowed')}>
      Allow newsletter
    </Button>
  )
  return (
    <PanelSection title="Newsletter">
      {state === 'allowed' && (
        <p>This copy may send newsletters and import addresses. Its mails say that they are sent through your site.</p>
      )}
      {state === 'requested' && (
        <p>
          {requestedBy || 'Its administrator'} asked{' '}
          {requestedAt && (
            <>
              on <ShortTime date={requestedAt} />{' '}
            </>
          )}
          to send newsletters and import addresses. They would write the texts and choose the addresses; your server sends the mails.
        </p>
      )}
      {state === 'none' && <p>This copy sends account mail only. Its administrator can ask for newsletters.</p>}
      <div className={styles.copyActions}>
        {state !== 'allowed' && allow}
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
          <Button variant="danger" onClick={() => ask(true)}>
            Revoke
          </Button>
        )}
      </div>
      <Confirm
        open={isAsked}
        question={`Stop the newsletter of ${copy.name}?`}
        confirmLabel="Revoke"
        tone="danger"
        busy={busy !== undefined}
        onConfirm={() => void decide(false, 'Newsletter revoked')}
        onCancel={() => ask(false)}
      >
        <p>An issue that is being sent stops at once, and scheduled issues become drafts. Its subscribers stay.</p>
      </Confirm>
    </PanelSection>
  )
}
