import { focusContent } from '#ui/hydration/remember-focused-control.ts'
import { Link } from '#ui/router/link.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { paths } from '#site/paths.ts'
import { kindLabel, kindsInOrder } from './kind-labels.ts'
import type { SearchFilter } from './search-filter.ts'
import * as linkTabs from '#ui/lists/link-tabs.module.css'

interface KindTabsProps {
  filter: SearchFilter
  /** Number of results by kind. */
  counts: Record<string, number>
}

/** Tabs for all results and for each kind. They are links, because each tab has its own URL. */
export function KindTabs({ filter: { q, kind, category, exact }, counts }: KindTabsProps) {
  const { number, nounFor } = useWording()
  const kinds = kindsInOrder(counts)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const tabs = [
    { kind: undefined, label: 'All', count: total },
    ...kinds.map((tabKind) => ({ kind: tabKind, label: kindLabel(tabKind).groupLabel, count: counts[tabKind] ?? 0 })),
    ...(kind !== undefined && !kinds.includes(kind) ? [{ kind, label: kindLabel(kind).groupLabel, count: 0 }] : []),
  ]
  return (
    <nav aria-label="Kinds of results">
      <ul className={linkTabs.tabs}>
        {tabs.map((tab) => (
          <li key={tab.label}>
            <Link
              to={paths.search({ q, category, exact, kind: tab.kind })}
              aria-current={tab.kind === kind ? 'page' : undefined}
              preventScrollReset
              onClick={focusContent}
            >
              {`${tab.label} `}
              <span className="num">
                {number(tab.count)}
                <span className="visuallyHidden">{` ${nounFor(tab.count, NOUNS.result)}`}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
