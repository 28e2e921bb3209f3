/**
 * Filters and sorts the product list: search words, category, sort order and spec ranges. The form uses GET; after hydration it updates the
 * URL without a reload.
 */
import { useQuery } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import type { Category } from '#features/categories/category.client.ts'
import { productCountsQuery, SORT_LABELS, type ProductFilter } from '#features/products/product.client.ts'
import { CategorySelect } from '#site/filters/category-select.tsx'
import { SearchInput } from '#site/filters/search-input.tsx'
import { SortSelect } from '#site/filters/sort-select.tsx'
import { HiddenSubmit } from '#ui/actions/button.tsx'
import { useSearchInput } from '#ui/forms/use-search-input.ts'
import { paths } from '#site/paths.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { SpecFilters } from './specifications/spec-filters.tsx'
import * as styles from './products.module.css'
import * as filtersStyles from '#site/filters/filters.module.css'

interface ProductFilterBarProps {
  filter: ProductFilter
  categories: Category[]
  /** Number of matching products; undefined while it is unknown, or if only a search of the whole site finds something. */
  matchCount: number | undefined
  /** @param shouldReplace whether the change replaces the current history entry */
  onChange: (change: ProductFilter, shouldReplace?: boolean) => void
}

export function ProductFilterBar({ filter, categories, matchCount, onChange }: ProductFilterBarProps) {
  const { nounFor } = useWording()
  const categoryCounts = useQuery(productCountsQuery()).data?.items
  const countByCategoryId = categoryCounts && new Map(categoryCounts.map(({ categoryId, count }) => [categoryId, count]))
  const { text, setText, flush } = useSearchInput(filter.search ?? '', (search) =>
    onChange({ search: search || undefined }, Boolean(filter.search)),
  )

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (text.trim() !== (filter.search ?? '')) onChange({ search: flush() || undefined })
  }

  return (
    <form
      className={`${filtersStyles.filters} ${filtersStyles.smallLabels} ${styles.filterBar}`}
      role="search"
      aria-label="Filter products"
      action={paths.products()}
      onSubmit={submit}
    >
      <SearchInput label="Search" placeholder="Name or description" value={text} onChange={setText} className={styles.filterSearch} />
      <CategorySelect
        categories={categories}
        value={filter.category}
        allLabel="All Categories"
        // The counts are the totals of the categories, so they are not shown next to the results of a search.
        counts={filter.search === undefined ? countByCategoryId : undefined}
        onChange={(category) => onChange({ category, specs: undefined })}
      />
      <SortSelect labels={SORT_LABELS} defaultSort="rating" value={filter.sort} onChange={(sort) => onChange({ sort })} />
      <noscript>
        <button type="submit" className="btn">
          Show
        </button>
      </noscript>
      <HiddenSubmit label="Filter products" />
      <p className={styles.filterCount} role="status">
        {matchCount !== undefined && (
          <>
            <b className="num">{matchCount}</b> {nounFor(matchCount, NOUNS.product)}
          </>
        )}
      </p>
      {filter.category && (
        <SpecFilters key={filter.category} categorySlug={filter.category} filter={filter} matchCount={matchCount} onChange={onChange} />
      )}
    </form>
  )
}
