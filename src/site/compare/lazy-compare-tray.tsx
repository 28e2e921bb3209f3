/** Loads the comparison tray when a product is selected. Announces every change to screen readers, even where the tray is hidden. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { MAX_COMPARED } from '#features/products/product-filter.policy.ts'
import { useCompared, type ComparedItem } from '#features/products/comparison/compared.client.ts'
import { hydrateWaitingParts } from '#ui/hydration/hydration-parts.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import type CompareTray from './compare-tray.tsx'

/** Replaces the tray if its chunk fails to load. */
const NoTray: typeof CompareTray = () => <></>
const Tray = lazy(() => import('./compare-tray.tsx').catch(() => ({ default: NoTray })))

export function LazyCompareTray() {
  const compared = useCompared()
  const isMounted = useMounted()
  const { pathname, search } = useLocation()
  const { features } = useSite()
  const [lastCompared, setLastCompared] = useState<readonly ComparedItem[]>()
  const [announcement, setAnnouncement] = useState('')
  // The first list after hydration contains the products of earlier visits, so it is not announced.
  if (isMounted && lastCompared !== compared) {
    setLastCompared(compared)
    if (lastCompared) setAnnouncement(describeChange(lastCompared, compared))
  }
  useEffect(() => {
    // Hydrates the parts of the page that are not hydrated yet, so that their "Compare" checkboxes show the selection.
    if (compared.length > 0) void hydrateWaitingParts()
  }, [compared])
  // The tray is hidden on a comparison, which lists the products itself, and in the back-office.
  const isComparison = pathname === paths.compare() && new URLSearchParams(search).has('p')
  const isHidden = isComparison || pathname.startsWith(paths.admin())
  if (!features.products) return null
  return (
    <>
      <p className="visuallyHidden" role="status">
        {announcement}
      </p>
      {compared.length > 0 && !isHidden && (
        <Suspense fallback={null}>
          <Tray compared={compared} />
        </Suspense>
      )}
    </>
  )
}

function describeChange(before: readonly ComparedItem[], after: readonly ComparedItem[]): string {
  const findMissing = (items: readonly ComparedItem[], otherItems: readonly ComparedItem[]) =>
    items.find(({ slug }) => !otherItems.some((other) => other.slug === slug))
  const [added, removed] = [findMissing(after, before), findMissing(before, after)]
  const countText = `${after.length} of ${MAX_COMPARED} to compare.`
  if (added) return `${added.name} added. ${countText}`
  return removed ? `${after.length === 0 && before.length > 1 ? 'All' : removed.name} removed. ${countText}` : ''
}
