/** Defers the hydration of parts that are read before they are used, so that slow phones hydrate the rest of the page sooner. */
import { Suspense, use, useLayoutEffect, useState, type ReactNode } from 'react'
import { HydrationPart, firstInteraction } from './hydration-parts.ts'
import { useMounted } from './use-mounted.ts'

/**
 * Shows the server's HTML and is hydrated at the first interaction or when `children` change. Earlier input is replayed
 * (hydration-marker.tsx). After a client-side navigation it just renders `children`.
 * @param now hydrates the part with the rest of the page, because it is what the page was opened for
 */
export function LazyHydration({ children, now = false }: { children: ReactNode; now?: boolean }) {
  const [part] = useState(() => new HydrationPart())
  part.onRender()
  useLayoutEffect(() => part.onMount(), [part])
  return (
    <Suspense fallback={null}>
      {import.meta.env.SSR ? (
        children
      ) : (
        <DeferredPart part={part} now={now}>
          {children}
        </DeferredPart>
      )}
    </Suspense>
  )
}

function DeferredPart({ part, now, children }: { part: HydrationPart; now: boolean; children: ReactNode }) {
  const isMounted = useMounted()
  if (!isMounted && !now && part.isDeferred) use(firstInteraction)
  useLayoutEffect(() => part.onHydrated(), [part])
  return children
}
