/** Range filters for the specs in which the products of the category differ. Renders nothing if there are none. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { productSpecsQuery, type ProductFilter } from '#features/products/product.client.ts'
import { focusContent } from '#ui/hydration/remember-focused-control.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { paths } from '#site/paths.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { SpecRangeField } from './spec-range-field.tsx'
import * as styles from './spec-filters.module.css'

interface SpecFiltersProps {
  categorySlug: string
  filter: ProductFilter
  /** Number of matching products; undefined while it is unknown. */
  matchCount: number | undefined
  /** @param shouldReplace whether the change replaces the current history entry */
  onChange: (change: ProductFilter, shouldReplace: boolean) => void
}

export function SpecFilters({ categorySlug, filter, matchCount, onChange }: SpecFiltersProps) {
  const specs = useQuery(productSpecsQuery(categorySlug)).data?.items ?? []
  const { nounFor } = useWording()
  const activeCount = Object.keys(filter.specs ?? {}).length
  const [isOpen, setOpen] = useState(activeCount > 0)
  if (specs.length === 0) return null
  return (
    <details
      data-part="figure-filters"
      className={styles.figureFilters}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <Icon name="filter" />
        <span>
          Filters
          {activeCount > 0 && (
            <b className="num">
              {activeCount}
              <span className="visuallyHidden"> in use</span>
            </b>
          )}
        </span>
        <small>{specs.map(({ label }) => label).join(', ')}</small>
        <Icon name="chevron-down" />
      </summary>
      <div className={styles.figureRanges}>
        {specs.map((spec) => (
          <SpecRangeField
            key={spec.key}
            spec={spec}
            range={filter.specs?.[spec.key]}
            onChange={(range) => {
              const { [spec.key]: _previousRange, ...otherRanges } = filter.specs ?? {}
              onChange({ specs: range ? { ...otherRanges, [spec.key]: range } : otherRanges }, activeCount > 0)
            }}
          />
        ))}
      </div>
      <p className={styles.figureFoot}>
        {matchCount !== undefined && (
          <span>
            <b className="num">{matchCount}</b> {nounFor(matchCount, NOUNS.productMatches)}
          </span>
        )}
        {activeCount > 0 && (
          <Link
            to={paths.products({ ...filter, specs: undefined, page: undefined })}
            preventScrollReset
            onClick={({ currentTarget }) => currentTarget.closest('details')?.querySelector('summary')?.focus({ preventScroll: true })}
          >
            Clear filters
          </Link>
        )}
        {activeCount > 0 && (filter.search !== undefined || filter.sort !== undefined) && (
          <Link to={paths.products()} preventScrollReset onClick={focusContent}>
            Clear all
          </Link>
        )}
        <noscript>
          <button type="submit" className="btn" data-variant="quiet" data-size="s">
            Show
          </button>
        </noscript>
      </p>
    </details>
  )
}
