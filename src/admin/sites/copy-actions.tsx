/** Renders the actions on a launched site: suspending, resuming and deleting. */
import { useState } from 'react'
import { deleteLaunchedSite, resumeLaunchedSite, suspendLaunchedSite, type Copy } from '#features/deployment/copies/copies.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { TypedConfirm } from '#ui/overlays/typed-confirm.tsx'
import * as styles from './sites.module.css'

interface CopyActionsProps {
  copy: Copy
  onChanged: (copy: Copy) => void
  onClaimLink: (link: string | null) => void
  onDeleted: () => void
}

export function CopyActions({ copy, onChanged, onClaimLink, onDeleted }: CopyActionsProps) {
  const [actionToConfirm, setActionToConfirm] = useState<'suspend' | 'delete'>()
  const [busy, setBusy] = useState(false)

  const runAction = async (action: () => Promise<string>, errorTitle: string) => {
    setBusy(true)
    try {
      const title = await action()
      toast({ title, message: copy.name })
      setActionToConfirm(undefined)
    } catch (error) {
      toast({ title: errorTitle, message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  const suspend = () =>
    runAction(async () => {
      onChanged(await suspendLaunchedSite(copy.id))
      return 'Copy suspended'
    }, 'Copy not suspended')
  const resume = () =>
    runAction(async () => {
      const { claimLink, ...resumed } = await resumeLaunchedSite(copy.id)
      onChanged(resumed)
      onClaimLink(claimLink)
      return 'Copy resumed'
    }, 'Copy not resumed')
  const deleteCopy = (confirmation: string) =>
    runAction(async () => {
      await deleteLaunchedSite(copy.id, confirmation)
      onDeleted()
      return 'Copy deleted'
    }, 'Copy not deleted')

  return (
    <div className={styles.copyActions}>
      {copy.state === 'live' && (
        <Button variant="quiet" onClick={() => setActionToConfirm('suspend')}>
          Suspend
        </Button>
      )}
      {(copy.state === 'suspended' || copy.state === 'retired') && (
        <Button variant="quiet" busy={busy && !actionToConfirm} onClick={() => void resume()}>
          Resume
        </Button>
      )}
      <Button variant="danger" onClick={() => setActionToConfirm('delete')}>
        Delete
      </Button>
      <Confirm
        open={actionToConfirm === 'suspend'}
        question={`Suspend ${copy.name}?`}
        confirmLabel="Suspend"
        busy={busy}
        onConfirm={() => void suspend()}
        onCancel={() => setActionToConfirm(undefined)}
      >
        <p>Visitors see “This site is resting.” until you resume it. No data is lost.</p>
      </Confirm>
      {actionToConfirm === 'delete' && (
        <TypedConfirm
          expectedText={copy.name}
          question={`Delete ${copy.name}? This cannot be undone.`}
          confirmLabel="Delete copy"
          busy={busy}
          onConfirm={(confirmation) => void deleteCopy(confirmation)}
          onCancel={() => setActionToConfirm(undefined)}
        >
          <p>This deletes its database and files, with all content and accounts.</p>
        </TypedConfirm>
      )}
    </div>
  )
}
