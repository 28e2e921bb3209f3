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
  const query = useQuery({ ...resultsQuery(filter), placeholderData: keepPreviousData })
  // Placeholder data of a previous query is not shown for a new one, only for another page or filter of it.
  const found = query.data?.query === filter.q || !query.isPlaceholderData ? query.data : undefined
  const categoryName = categories.find(({ slug }) => slug === filter.category)?.name
  const pages = Math.ceil((found?.total ?? 0) / RESULTS_PER_PAGE)

  return (
    <>
      <p className={styles.found} role="status">
        {!found && !query.isError && 'Searching…'}
        {found && <ResultCount found={found} filter={filter} categoryName={categoryName} pages={pages} />}
      </p>
      {query.isError ? (
        <ErrorState
          title="The search failed"
          text={failureReason(query.error)}
          action={
            <Button busy={query.isFetching} onClick={() => void query.refetch()}>
              Try again
            </Button>
          }
        />
      ) : !found ? (
        <ResultsSkeleton />
      ) : (
        <>
          {found.corrected !== undefined && <DidYouMean typed={filter.q} corrected={found.corrected} />}
          <KindTabs filter={filter} counts={found.kinds} />
          {found.results.length > 0 ? (
            <>
              <ol className={styles.results} aria-busy={query.isPlaceholderData || undefined}>
                {found.results.map((result) => (
                  <SearchResultRow
                    key={result.url}
                    result={result}
                    q={filter.q}
                    categoryName={categories.find(({ slug }) => slug === result.category)?.name}
                  />
                ))}
              </ol>
              <Pager page={filter.page ?? 1} pages={pages} hrefFor={(page) => paths.search({ ...filter, page })} label="Pages of results" />
            </>
          ) : found.total > 0 ? (
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
              hasOtherKinds={Object.keys(found.kinds).length > 0}
              nearest={found.nearest ?? []}
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
  found: SearchAnswer
  filter: SearchFilter
  categoryName: string | undefined
  pages: number
}

function ResultCount({ found: { total }, filter: { q, page = 1 }, categoryName, pages }: ResultCountProps) {
  const { count } = useWording()
  return (
    <>
      {`${total === 0 ? 'No results' : count(total, NOUNS.result)}${categoryName ? ` in ${categoryName}` : ''} for “`}
      <bdi>{q}</bdi>
      {`”${pages > 1 && page <= pages ? `, page ${page} of ${pages}` : ''}`}
    </>
  )
}
