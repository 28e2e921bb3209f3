/** Below the filter bar: the figures in which the products of the chosen category differ, each with its least and most. */
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

interface FigureFiltersProps {
  category: string
  filter: ProductFilter
  /** How many products match; absent while that is not known. */
  count: number | undefined
  onChange: (change: ProductFilter, replace: boolean) => void
}

export function SpecFilters({ category, filter, count, onChange }: FigureFiltersProps) {
  const figures = useQuery(productSpecsQuery(category)).data?.items ?? []
  const { nounFor } = useWording()
  const given = Object.keys(filter.figures ?? {}).length
  const [isOpen, open] = useState(given > 0)
  if (figures.length === 0) return null
  return (
    <details
      data-part="figure-filters"
      className={styles.figureFilters}
      open={isOpen}
      onToggle={({ currentTarget }) => open(currentTarget.open)}
    >
      <summary>
        <Icon name="filter" />
        <span>
          Filter by figures
          {given > 0 && (
            <b className="num">
              {given}
              <span className="visuallyHidden"> in use</span>
            </b>
          )}
        </span>
        <small>{figures.map(({ label }) => label).join(', ')}</small>
        <Icon name="chevron-down" />
      </summary>
      <div className={styles.figureRanges}>
        {figures.map((figure) => (
          <SpecRangeField
            key={figure.key}
            figure={figure}
            range={filter.figures?.[figure.key]}
            onChange={(range) => {
              const { [figure.key]: _before, ...others } = filter.figures ?? {}
              onChange({ figures: range ? { ...others, [figure.key]: range } : others }, given > 0)
            }}
          />
        ))}
      </div>
      <p className={styles.figureFoot}>
        {count !== undefined && (
          <span>
            <b className="num">{count}</b> {nounFor(count, NOUNS.productMatches)}
          </span>
        )}
        {given > 0 && (
          <Link
            to={paths.products({ ...filter, figures: undefined, page: undefined })}
            preventScrollReset
            onClick={({ currentTarget }) => currentTarget.closest('details')?.querySelector('summary')?.focus({ preventScroll: true })}
          >
            Clear figures
          </Link>
        )}
        {given > 0 && (filter.search !== undefined || filter.sort !== undefined) && (
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
