/** Defers the hydration of parts that are read before they are used, so that slow phones hydrate the rest of the page sooner. */
import { Suspense, use, useLayoutEffect, useState, type ReactNode } from 'react'
import { HydrationPart, firstInteraction } from './hydration-parts.ts'
import { useMounted } from './use-mounted.ts'

/**
 * Shows the server's HTML and hydrates it at the first interaction or when `children` change. hydration-marker.tsx replays earlier input.
 * After a client-side navigation it only renders `children`.
 * @param now whether the part is hydrated together with the rest of the page, because the visitor opened the page for this part
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
