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

/** Returns the text that replaces the number of matches if the list has none and the whole site has some. */
export const noExactMatchText = (noun: 'guide' | 'topic' | 'product'): string =>
  `No ${noun} contains these exact words. Found on the whole site:`

/** Returns results from the whole site that the list does not show. There are none if the list has enough matches. */
function useWholeSiteResults({ search, total, shownPaths }: Omit<WholeSiteResultsProps, 'clearTo'>) {
  const isNeeded = needsWholeSiteResults(search, total)
  const response = useQuery({ ...wholeSiteQuery(search ?? ''), enabled: isNeeded }).data
  const results = isNeeded ? (response?.results.filter(({ url }) => !shownPaths.includes(url)).slice(0, MAX_WHOLE_SITE_RESULTS) ?? []) : []
  return { isNeeded, correctedQuery: response?.corrected, results }
}

/** Returns whether a list has no match and the whole site has some. */
export const useHasOnlyWholeSiteResults = (search: string | undefined, total: number | undefined): boolean =>
  useWholeSiteResults({ search, total, shownPaths: [] }).results.length > 0 && total === 0

interface WholeSiteResultsProps {
  /** Search words by which the list is filtered. */
  search: string | undefined
  /** Number of matches in the list, which contain exactly these words; undefined while they are loading. */
  total: number | undefined
  /** Paths of the items in the list. */
  shownPaths: readonly string[]
  /** Path of the list without filters. */
  clearTo: string
}

/** Shows search results from the whole site, next to a list that has few or no exact matches. */
export function WholeSiteResults({ search, total, shownPaths, clearTo }: WholeSiteResultsProps) {
  const { isNeeded, correctedQuery, results } = useWholeSiteResults({ search, total, shownPaths })
  useRecordSettledSearch(isNeeded ? search : undefined)
  const categories = useQuery(categoriesQuery()).data?.items ?? []
  if (search === undefined || results.length === 0) return null
  return (
    <section className={styles.elsewhere} aria-labelledby="found-elsewhere">
      <h2 id="found-elsewhere" className={total === 0 ? 'visuallyHidden' : undefined}>
        Found on the whole site
      </h2>
      {correctedQuery !== undefined && <DidYouMean originalQuery={search} correctedQuery={correctedQuery} />}
      <ul>
        {results.map((result) => (
          <SearchResultRow
            key={result.url}
            result={result}
            searchText={search}
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
