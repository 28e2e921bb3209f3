/** Put into a form, it stores what is typed as a draft on the device, restores it, and says so. Fetched once the page is hydrated. */
import { lazy, Suspense, type ReactNode } from 'react'
import type { Form } from '#platform/form.client.ts'
import { useMounted } from '#ui/use-mounted.ts'

/** Without a connection to fetch it the form works as before, without drafts. */
const StoredDraft = lazy<(props: FormDraftProps) => ReactNode>(() => import('./stored-draft.tsx').catch(() => ({ default: () => null })))

export interface FormDraftProps {
  form: Pick<Form<unknown>, 'draft' | 'isChanged' | 'busy'>
  /** Which form it is: `reply`. */
  name: string
  /** What it is about, where there are several: the topic's id. */
  subject?: string | number | undefined
}

export function FormDraft(props: FormDraftProps) {
  if (!useMounted()) return null
  return (
    <Suspense fallback={null}>
      <StoredDraft key={`${props.name} ${props.subject ?? ''}`} {...props} />
    </Suspense>
  )
}
