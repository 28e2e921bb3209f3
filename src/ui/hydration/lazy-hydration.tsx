/** Parts of a page that are read before they are used: hydrated once somebody does something, not while a slow phone takes the page over. */
import { Suspense, use, useLayoutEffect, useState, type ReactNode } from 'react'
import { HydrationPart, personArrives } from './hydration-parts.ts'
import { useMounted } from './use-mounted.ts'

/**
 * Shows what the server has written, and is hydrated with the first sign of a person or when `children` change. What is pressed or typed in it
 * before is done as everywhere (hydration-marker.tsx). On any other page of the same visit, where nothing is hydrated, it is only what stands in it.
 * @param now whether the page was opened for what stands in it: then it is hydrated with the rest
 */
export function LazyHydration({ children, now = false }: { children: ReactNode; now?: boolean }) {
  const [part] = useState(() => new HydrationPart())
  part.draw()
  useLayoutEffect(() => part.enter(), [part])
  return (
    <Suspense fallback={null}>
      {import.meta.env.SSR ? (
        children
      ) : (
        <Waiting part={part} now={now}>
          {children}
        </Waiting>
      )}
    </Suspense>
  )
}

function Waiting({ part, now, children }: { part: HydrationPart; now: boolean; children: ReactNode }) {
  const isMounted = useMounted()
  if (!isMounted && !now && part.hasToWait) use(personArrives)
  useLayoutEffect(() => part.finish(), [part])
  return children
}
