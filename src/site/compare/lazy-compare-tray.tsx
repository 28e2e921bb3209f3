/** Shows the tray of products to compare, and fetches it only then. Says every change, whether the tray can be seen or not. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { MAX_COMPARED } from '#features/products/product-filter.policy.ts'
import { useCompared, type AddToComparedResult } from '#features/products/comparison/compared.client.ts'
import { hydrateWaitingParts } from '#ui/hydration/hydration-parts.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import type CompareTray from './compare-tray.tsx'

/** Without it everything else works. */
const NoTray: typeof CompareTray = () => <></>
const Tray = lazy(() => import('./compare-tray.tsx').catch(() => ({ default: NoTray })))

export function LazyCompareTray() {
  const compared = useCompared()
  const isMounted = useMounted()
  const { pathname } = useLocation()
  const { features } = useSite()
  const [seen, see] = useState<readonly AddToComparedResult[]>()
  const [said, say] = useState('')
  // What was put aside on an earlier visit is no news.
  if (isMounted && seen !== compared) {
    see(compared)
    if (seen) say(changeOf(seen, compared))
  }
  useEffect(() => {
    // The products among them show that they are.
    if (compared.length > 0) void hydrateWaitingParts()
  }, [compared])
  // The comparison itself says what is in it.
  const isElsewhere = pathname === paths.compare() || pathname.startsWith(paths.admin())
  if (!features.products) return null
  return (
    <>
      <p className="visuallyHidden" role="status">
        {said}
      </p>
      {compared.length > 0 && !isElsewhere && (
        <Suspense fallback={null}>
          <Tray compared={compared} />
        </Suspense>
      )}
    </>
  )
}

function changeOf(before: readonly AddToComparedResult[], now: readonly AddToComparedResult[]): string {
  const missing = (from: readonly AddToComparedResult[], others: readonly AddToComparedResult[]) =>
    from.find(({ slug }) => !others.some((one) => one.slug === slug))
  const [added, removed] = [missing(now, before), missing(before, now)]
  const state = `${now.length} of ${MAX_COMPARED} to compare.`
  if (added) return `${added.name} added. ${state}`
  return removed ? `${now.length === 0 && before.length > 1 ? 'All' : removed.name} removed. ${state}` : ''
}
