/** Put into a form, it stores what is typed as a draft on the device, restores it, and says so. Fetched once the page is hydrated. */
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { actingMember } from '#platform/client/acting-user.client.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import type { FormDraftProps } from './form-draft.client.ts'

/** Without a connection to fetch it the form works as before, without drafts. */
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

/** Stores what was typed in a form that is left before the module of the drafts has arrived. */
function useEarlyDraft(props: FormDraftProps): void {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(
    () => () => {
      const { form, name, subject = '' } = latest.current
      const { draft, isChanged } = form
      if (draft.isAttached() || draft.isTaken() || !isChanged) return
      const { typed, attempt, version } = draft
      const member = actingMember()
      const store = async () => {
        const { addDraft } = await import('#platform/client/forms/draft-store.client.ts')
        // The module may have arrived at the same moment, and stored it.
        if (!draft.isAttached()) addDraft(member, name, String(subject), { at: Date.now(), typed, attempt, version })
      }
      store().catch(() => undefined)
    },
    [],
  )
}
