/**
 * Filters and sorts a product's reviews: search words, sort order, stars and verified purchase. The form uses GET; after hydration it updates
 * the URL without a reload.
 */
import type { SubmitEvent } from 'react'
import type { ReviewFilter } from '#features/reviews/review.client.ts'
import { REVIEW_SORT_LABELS, VERIFIED_LABELS } from '#features/reviews/review-sort.policy.ts'
import { findKey } from '#platform/client/typed-entries.client.ts'
import { paths } from '#site/paths.ts'
import { SearchInput } from '#site/filters/search-input.tsx'
import { SortSelect } from '#site/filters/sort-select.tsx'
import { HiddenSubmit } from '#ui/actions/button.tsx'
import { Field, Options, Select } from '#ui/forms/field.tsx'
import { useSearchInput } from '#ui/forms/use-search-input.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { REVIEWS_TAB } from '#site/products/product-url.ts'
import * as filtersStyles from '#site/filters/filters.module.css'
import * as styles from './review-filter-bar.module.css'

interface ReviewFilterBarProps {
  productSlug: string
  filter: ReviewFilter
  /** @param shouldReplace whether the change replaces the current history entry */
  onChange: (change: ReviewFilter, shouldReplace?: boolean) => void
}

export function ReviewFilterBar({ productSlug, filter, onChange }: ReviewFilterBarProps) {
  const { count } = useWording()
  const { text, setText, flush } = useSearchInput(filter.search ?? '', (search) =>
    onChange({ search: search || undefined }, Boolean(filter.search)),
  )
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (text.trim() !== (filter.search ?? '')) onChange({ search: flush() || undefined })
  }
  return (
    <form
      className={`${filtersStyles.filters} ${filtersStyles.smallLabels} ${styles.bar}`}
      role="search"
      aria-label="Filter reviews"
      action={`${paths.product(productSlug)}#${REVIEWS_TAB}`}
      onSubmit={submit}
    >
      <input type="hidden" name="tab" value={REVIEWS_TAB} />
      <SearchInput label="Search these reviews" placeholder="Words in a review" value={text} onChange={setText} className={styles.words} />
      <SortSelect labels={REVIEW_SORT_LABELS} defaultSort="newest" value={filter.sort} onChange={(sort) => onChange({ sort })} />
      <Field label="Stars">
        {(control) => (
          <Select
            {...control}
            name="stars"
            value={filter.stars ?? ''}
            onChange={({ target }) => onChange({ stars: Number(target.value) || undefined })}
          >
            <option value="">All</option>
            <Options of={[5, 4, 3, 2, 1].map((stars) => [stars, count(stars, NOUNS.star)])} />
          </Select>
        )}
      </Field>
      <Field label="Purchase">
        {(control) => (
          <Select
            {...control}
            name="verified"
            value={filter.verified ?? ''}
            onChange={({ target }) => onChange({ verified: findKey(VERIFIED_LABELS, target.value) })}
          >
            <option value="">All</option>
            <Options of={Object.entries(VERIFIED_LABELS)} />
          </Select>
        )}
      </Field>
      <noscript>
        <button type="submit" className="btn">
          Show
        </button>
      </noscript>
      <HiddenSubmit label="Filter reviews" />
    </form>
  )
}
