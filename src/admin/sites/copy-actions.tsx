/** What an administrator of the main site can do with one copy. */
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
  const [asked, setAsked] = useState<'suspend' | 'delete'>()
  const [busy, setBusy] = useState(false)

  const run = async (work: () => Promise<string>, failed: string) => {
    setBusy(true)
    try {
      const title = await work()
      toast({ title, message: copy.name })
      setAsked(undefined)
    } catch (fault) {
      const message = failureReason(fault)
      toast({ title: failed, message, tone: 'destructive' })
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
  const remove = (typed: string) =>
    run(async () => {
      await deleteLaunchedSite(copy.id, typed)
      onDeleted()
      return 'Copy deleted'
    }, 'Copy not deleted')

  return (
    <div className={styles.copyActions}>
      {copy.state === 'live' && (
        <Button variant="quiet" onClick={() => setAsked('suspend')}>
          Suspend
        </Button>
      )}
      {(copy.state === 'suspended' || copy.state === 'retired') && (
        <Button variant="quiet" busy={busy && !asked} onClick={() => void resume()}>
          Resume
        </Button>
      )}
      <Button variant="danger" onClick={() => setAsked('delete')}>
        Delete
      </Button>
      <Confirm
        open={asked === 'suspend'}
        question={`Suspend ${copy.name}?`}
        confirmLabel="Suspend"
        busy={busy}
        onConfirm={() => void suspend()}
        onCancel={() => setAsked(undefined)}
      >
        <p>Its visitors read “This site is resting.” until you resume it. Nothing in it is lost.</p>
      </Confirm>
      {asked === 'delete' && (
        <TypedConfirm
          expectedText={copy.name}
          question={`Delete ${copy.name} for good? It cannot be brought back.`}
          confirmLabel="Delete copy"
          busy={busy}
          onConfirm={(typed) => void remove(typed)}
          onCancel={() => setAsked(undefined)}
        >
          <p>Its database and its files go: everything its people have written, and their accounts.</p>
        </TypedConfirm>
      )}
    </div>
  )
}
