/** Category, sort and search above the list. A plain GET form; hydrated, it updates the URL without a reload. */
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
  /** Number of matching products; undefined while unknown. */
  count: number | undefined
  onChange: (change: ProductFilter, replace?: boolean) => void
}

export function ProductFilterBar({ filter, categories, count, onChange }: ProductFilterBarProps) {
  const { nounFor } = useWording()
  const categoryCounts = useQuery(productCountsQuery()).data?.items
  // Shown only without search words: the counts are totals per category, not matches.
  const counts = categoryCounts && new Map(categoryCounts.map(({ categoryId, count }) => [categoryId, count]))
  const { words, type, flush } = useSearchInput(filter.search ?? '', (search) =>
    onChange({ search: search || undefined }, Boolean(filter.search)),
  )

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (words.trim() !== (filter.search ?? '')) onChange({ search: flush() || undefined })
  }

  return (
    <form
      className={`${filtersStyles.filters} ${filtersStyles.smallLabels} ${styles.filterBar}`}
      role="search"
      aria-label="Filter products"
      action={paths.products()}
      onSubmit={submit}
    >
      <SearchInput label="Search" placeholder="Name or description" value={words} onChange={type} className={styles.filterSearch} />
      <CategorySelect
        categories={categories}
        value={filter.category}
        allLabel="All Categories"
        counts={filter.search === undefined ? counts : undefined}
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
        {count !== undefined && (
          <>
            <b className="num">{count}</b> {nounFor(count, NOUNS.product)}
          </>
        )}
      </p>
      {filter.category && (
        <SpecFilters key={filter.category} category={filter.category} filter={filter} count={count} onChange={onChange} />
      )}
    </form>
  )
}
