/** Component for forms that saves the input as a draft in the browser and restores it. The implementation is loaded after hydration. */
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { actingMember } from '#platform/client/acting-user.client.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import type { FormDraftProps } from './form-draft.client.ts'

/** If the chunk cannot be loaded (offline), the form works without drafts. */
const StoredDraft = lazy<(props: FormDraftProps) => ReactNode>(() => import('./stored-draft.tsx').catch(() => ({ default: () => null })))

export function FormDraft(props: FormDraftProps) {
  useEarlyDraft(props)
  if (!useMounted()) return null
  return (
    <Suspense fallback={null}>
      <StoredDraft key={`${props.name} ${props.subject ?? ''}`} {...props} />
    </Suspense>
  )
}

/** Saves the input when the form unmounts before `StoredDraft` has loaded. */
function useEarlyDraft(props: FormDraftProps): void {
  const latestProps = useRef(props)
  /** Path when the form was opened: on unmount, the browser is at the next page. */
  const openedPath = useRef<string>(undefined)
  useEffect(() => {
    latestProps.current = props
  })
  useEffect(() => {
    openedPath.current = location.pathname
    return () => {
      const { form, name, subject = '', isPathStored = false } = latestProps.current
      const { draft, isChanged } = form
      if (draft.isAttached() || draft.isAccepted() || !isChanged) return
      const { edits, attempt, version } = draft
      const member = actingMember()
      const path = isPathStored ? openedPath.current : undefined
      const storeDraft = async () => {
        const { addDraft } = await import('#platform/client/forms/draft-store.client.ts')
        // `StoredDraft` may have loaded in the meantime and saved the draft.
        if (!draft.isAttached()) addDraft(member, name, String(subject), { at: Date.now(), typed: edits, attempt, version, path })
      }
      storeDraft().catch(() => undefined)
    }
  }, [])
}
