import { useQuery } from '@tanstack/react-query'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { Link } from '#ui/router/link.tsx'
import { focusContent } from '#ui/hydration/remember-focused-control.ts'
import { useRecordSettledSearch } from '#site/search/use-record-settled-search.ts'
import { DidYouMean } from './did-you-mean.tsx'
import { wholeSiteQuery, MAX_WHOLE_SITE_RESULTS, needsWholeSiteResults } from '#site/search/whole-site-query.ts'
import { SearchResultRow } from './search-result-row.tsx'
import * as styles from './whole-site-results.module.css'

/** Replaces the list's own count if the list has no match and the whole site has some. */
export const noExactMatchText = (noun: 'guide' | 'topic' | 'product'): string =>
  `No ${noun} contains these exact words. Found on the whole site:`

/** Whole-site search results that the list does not show; empty if the list has enough matches. */
function useWholeSiteResults({ search, total, shown }: Omit<WholeSiteResultsProps, 'clearTo'>) {
  const isNeeded = needsWholeSiteResults(search, total)
  const found = useQuery({ ...wholeSiteQuery(search ?? ''), enabled: isNeeded }).data
  const results = isNeeded ? (found?.results.filter(({ url }) => !shown.includes(url)).slice(0, MAX_WHOLE_SITE_RESULTS) ?? []) : []
  return { isNeeded, corrected: found?.corrected, results }
}

/** True if a list has no match and the whole site has some. */
export const useHasOnlyWholeSiteResults = (search: string | undefined, total: number | undefined): boolean =>
  useWholeSiteResults({ search, total, shown: [] }).results.length > 0 && total === 0

interface WholeSiteResultsProps {
  /** Search words of the list. */
  search: string | undefined
  /** Number of literal matches in the list; undefined while loading. */
  total: number | undefined
  /** Paths that the list already shows. */
  shown: readonly string[]
  /** Path of the list without filters. */
  clearTo: string
}

/** Whole-site search results below a list that has few literal matches or none. */
export function WholeSiteResults({ search, total, shown, clearTo }: WholeSiteResultsProps) {
  const { isNeeded, corrected, results } = useWholeSiteResults({ search, total, shown })
  useRecordSettledSearch(isNeeded ? search : undefined)
  const categories = useQuery(categoriesQuery()).data?.items ?? []
  if (search === undefined || results.length === 0) return null
  return (
    <section className={styles.elsewhere} aria-labelledby="found-elsewhere">
      <h2 id="found-elsewhere" className={total === 0 ? 'visuallyHidden' : undefined}>
        Found on the whole site
      </h2>
      {corrected !== undefined && <DidYouMean typed={search} corrected={corrected} />}
      <ul>
        {results.map((result) => (
          <SearchResultRow
            key={result.url}
            result={result}
            q={search}
            categoryName={categories.find(({ slug }) => slug === result.category)?.name}
            headingLevel={3}
            isShort
          />
        ))}
      </ul>
      {total === 0 && (
        <p className="actions">
          <ButtonLink to={clearTo} preventScrollReset onClick={focusContent}>
            Clear Filters
          </ButtonLink>
        </p>
      )}
      <p>
        <Link className="more" to={paths.search({ q: search })}>
          <span>
            All results for “<bdi>{search}</bdi>”
          </span>
        </Link>
      </p>
    </section>
  )
}
