import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Category } from '#features/categories/category.client.ts'
import type { SearchAnswer } from '#features/search/search.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { focusContent } from '#ui/hydration/remember-focused-control.ts'
import { Pager } from '#ui/lists/pager.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { DidYouMean } from './did-you-mean.tsx'
import { KindTabs } from '#site/search/kind-tabs.tsx'
import { NothingFound } from './nothing-found.tsx'
import { SearchResultRow } from './search-result-row.tsx'
import { RESULTS_PER_PAGE, resultsQuery, type SearchFilter } from '#site/search/search-filter.ts'
import * as styles from '#site/search/search.module.css'

const SKELETON_ROWS = 6

interface SearchResultsProps {
  filter: SearchFilter
  categories: Category[]
}

export function SearchResults({ filter, categories }: SearchResultsProps) {
  const search = useQuery({ ...resultsQuery(filter), placeholderData: keepPreviousData })
  // While a search is loading, the previous results are shown only if they are for the same words (another page or filter).
  const response = search.data?.query === filter.q || !search.isPlaceholderData ? search.data : undefined
  const categoryName = categories.find(({ slug }) => slug === filter.category)?.name
  const pageCount = Math.ceil((response?.total ?? 0) / RESULTS_PER_PAGE)

  return (
    <>
      <p className={styles.found} role="status">
        {!response && !search.isError && 'Searching…'}
        {response && <ResultCount response={response} filter={filter} categoryName={categoryName} pageCount={pageCount} />}
      </p>
      {search.isError ? (
        <ErrorState
          title="The search failed"
          text={failureReason(search.error)}
          action={
            <Button busy={search.isFetching} onClick={() => void search.refetch()}>
              Try again
            </Button>
          }
        />
      ) : !response ? (
        <ResultsSkeleton />
      ) : (
        <>
          {response.corrected !== undefined && <DidYouMean originalQuery={filter.q} correctedQuery={response.corrected} />}
          <KindTabs filter={filter} counts={response.kinds} />
          {response.results.length > 0 ? (
            <>
              <ol className={styles.results} aria-busy={search.isPlaceholderData || undefined}>
                {response.results.map((result) => (
                  <SearchResultRow
                    key={result.url}
                    result={result}
                    searchText={filter.q}
                    categoryName={categories.find(({ slug }) => slug === result.category)?.name}
                  />
                ))}
              </ol>
              <Pager
                page={filter.page ?? 1}
                pages={pageCount}
                hrefFor={(page) => paths.search({ ...filter, page })}
                label="Pages of results"
              />
            </>
          ) : response.total > 0 ? (
            <EmptyState
              title="This page is empty"
              text="There are fewer pages of results."
              action={
                <ButtonLink to={paths.search({ ...filter, page: undefined })} onClick={focusContent}>
                  Go to the first page
                </ButtonLink>
              }
            />
          ) : (
            <NothingFound
              filter={filter}
              hasOtherKinds={Object.keys(response.kinds).length > 0}
              similarGuides={response.nearest ?? []}
              categories={categories}
            />
          )}
        </>
      )}
    </>
  )
}

function ResultsSkeleton() {
  return (
    <div className={styles.results} aria-hidden="true">
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div key={index} className={styles.waiting}>
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
      ))}
    </div>
  )
}

interface ResultCountProps {
  response: SearchAnswer
  filter: SearchFilter
  categoryName: string | undefined
  pageCount: number
}

function ResultCount({ response: { total }, filter: { q, page = 1 }, categoryName, pageCount }: ResultCountProps) {
  const { count } = useWording()
  return (
    <>
      {`${total === 0 ? 'No results' : count(total, NOUNS.result)}${categoryName ? ` in ${categoryName}` : ''} for “`}
      <bdi>{q}</bdi>
      {`”${pageCount > 1 && page <= pageCount ? `, page ${page} of ${pageCount}` : ''}`}
    </>
  )
}
