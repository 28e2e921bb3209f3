/** Suspends, resumes or deletes a launched site. */
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
  onLink: (link: string | null) => void
  onDeleted: () => void
}

export function CopyActions({ copy, onChanged, onLink, onDeleted }: CopyActionsProps) {
  const [toConfirm, setToConfirm] = useState<'suspend' | 'delete'>()
  const [busy, setBusy] = useState(false)

  const run = async (work: () => Promise<string>, failedTitle: string) => {
    setBusy(true)
    try {
      const title = await work()
      toast({ title, message: copy.name })
      setToConfirm(undefined)
    } catch (error) {
      toast({ title: failedTitle, message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  const suspend = () =>
    run(async () => {
      onChanged(await suspendLaunchedSite(copy.id))
      return 'Copy suspended'
    }, 'Copy not suspended')
  const resume = () =>
    run(async () => {
      const { claimLink, ...resumed } = await resumeLaunchedSite(copy.id)
      onChanged(resumed)
      onLink(claimLink)
      return 'Copy resumed'
    }, 'Copy not resumed')
  const remove = (confirmation: string) =>
    run(async () => {
      await deleteLaunchedSite(copy.id, confirmation)
      onDeleted()
      return 'Copy deleted'
    }, 'Copy not deleted')

  return (
    <div className={styles.copyActions}>
      {copy.state === 'live' && (
        <Button variant="quiet" onClick={() => setToConfirm('suspend')}>
          Suspend
        </Button>
      )}
      {(copy.state === 'suspended' || copy.state === 'retired') && (
        <Button variant="quiet" busy={busy && !toConfirm} onClick={() => void resume()}>
          Resume
        </Button>
      )}
      <Button variant="danger" onClick={() => setToConfirm('delete')}>
        Delete
      </Button>
      <Confirm
        open={toConfirm === 'suspend'}
        question={`Suspend ${copy.name}?`}
        confirmLabel="Suspend"
        busy={busy}
        onConfirm={() => void suspend()}
        onCancel={() => setToConfirm(undefined)}
      >
        <p>Visitors see “This site is resting.” until you resume it. No data is lost.</p>
      </Confirm>
      {toConfirm === 'delete' && (
        <TypedConfirm
          expectedText={copy.name}
          question={`Delete ${copy.name}? This cannot be undone.`}
          confirmLabel="Delete copy"
          busy={busy}
          onConfirm={(confirmation) => void remove(confirmation)}
          onCancel={() => setToConfirm(undefined)}
        >
          <p>This deletes its database and files, with all content and accounts.</p>
        </TypedConfirm>
      )}
    </div>
  )
}
