/**
 * A place in a page that is kept for everybody, where somebody who is signed in sees something of their own at once. The server puts it in
 * (src/site/member-parts.tsx has what); everywhere else they see it as soon as the page is hydrated.
 */
import { createContext, use, type ReactNode } from 'react'
import { SignedInContext, type SignedIn } from './signed-in.client.ts'

/** Who is signed in, while the rest of the page still shows what everybody sees. */
export const EarlySignedInContext = createContext<SignedIn | null>(null)
/** Set on the server while it renders for everybody: a word that stands nowhere in the page, and marks the places in it. */
export const SlotMarkContext = createContext<string | undefined>(undefined)

interface MemberSlotProps {
  name: string
  /** The number of the thing that it is about, where it is about one. */
  about?: number | undefined
  /** Elements, no bare text; nothing in it may need an id of its own (`useId`). */
  children: ReactNode
}

export function MemberSlot({ name, about, children }: MemberSlotProps) {
  return (
    <SignedInContext value={use(EarlySignedInContext)}>
      <Mark as={import.meta.env.SSR && about !== undefined ? `${name}.${about}` : name} />
      {children}
      <Mark as="" />
    </SignedInContext>
  )
}

function Mark({ as }: { as: string }) {
  // In the browser it is nothing, and yet there: ids are made of what stands where.
  if (!import.meta.env.SSR) return null
  const mark = use(SlotMarkContext)
  return mark === undefined ? null : <template id={`${mark}${as}`} />
}
