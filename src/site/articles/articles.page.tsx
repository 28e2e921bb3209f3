import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ARTICLES_PER_PAGE, articlesQuery, type ArticleFilter } from '#features/articles/article.client.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { noExactMatchText, useHasOnlyWholeSiteResults, WholeSiteResults } from '#site/search/results/whole-site-results.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { LazyHydration } from '#ui/hydration/lazy-hydration.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { focusContent } from '#ui/hydration/remember-focused-control.ts'
import { Pager } from '#ui/lists/pager.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import type { Wording } from '#wording/wording.ts'
import { ArticleFilters, FilterChips } from './list/article-filters.tsx'
import { parseArticleFilter } from './list/article-filter.ts'
import { ArticleSpread, ArticleSpreadSkeleton } from './text/article-spread.tsx'
import * as styles from './articles.module.css'

export default function ArticlesPage() {
  const wording = useWording()
  const [searchParams] = useSearchParams()
  const filter = parseArticleFilter(searchParams)
  const page = filter.page ?? 1
  const articles = useQuery(articlesQuery(filter))
  const categories = useQuery(categoriesQuery()).data?.items ?? []
  const categoryName = categories.find(({ slug }) => slug === filter.category)?.name
  const isFoundElsewhere = useHasOnlyWholeSiteResults(filter.search, articles.data?.total)
  const pageCount = Math.ceil((articles.data?.total ?? 0) / ARTICLES_PER_PAGE)

  return (
    <div className={`container ${styles.articles}`}>
      <PageMeta
        title={categoryName ? `${categoryName}: articles` : 'Articles'}
        description={`Independent guides${categoryName ? ` about ${categoryName}` : ' to net zero technology at home'}: worked examples, dates and sources, and the declared interest of every author.`}
        canonical={paths.articles({ category: categoryName && filter.category, page: filter.page })}
        noIndex={(filter.search !== undefined || (filter.category !== undefined && !categoryName)) && 'follow'}
        feed={categoryName && filter.category ? { title: categoryName, subject: { category: filter.category } } : undefined}
      />
      <header className="head">
        <h1>Articles</h1>
        <p data-part="head-note">Guides with worked examples.</p>
      </header>
      <ArticleFilters filter={filter} categories={categories} />
      <div className={styles.articlesFound}>
        <p role="status">
          {articles.isPending && 'Loading articles…'}
          {articles.isSuccess &&
            (isFoundElsewhere
              ? noExactMatchText('guide')
              : formatArticleCount(wording, articles.data.total, filter, categoryName, pageCount))}
        </p>
        <FilterChips filter={filter} categories={categories} />
      </div>
      {articles.isPending && <ArticleSpreadSkeleton isMagazine={isUnfiltered(filter)} />}
      {articles.isError && (
        <ErrorState
          title="The articles could not be loaded"
          text={failureReason(articles.error)}
          action={<Button onClick={() => void articles.refetch()}>Try again</Button>}
        />
      )}
      {articles.isSuccess && (
        <>
          <WholeSiteResults
            search={filter.search}
            total={articles.data.total}
            shownPaths={articles.data.items.map(({ slug }) => paths.article(slug))}
            clearTo={paths.articles()}
          />
          {articles.data.items.length > 0 && (
            <LazyHydration>
              <ArticleSpread items={articles.data.items} isMagazine={isUnfiltered(filter)} />
            </LazyHydration>
          )}
          {articles.data.items.length === 0 &&
            !isFoundElsewhere &&
            (articles.data.total > 0 ? <NoSuchPage filter={filter} /> : <NothingFound isFiltered={!isUnfiltered(filter)} />)}
          <Pager
            page={page}
            pages={pageCount}
            hrefFor={(pageNumber) => paths.articles({ category: filter.category, search: filter.search, page: pageNumber })}
          />
        </>
      )}
    </div>
  )
}

/** Whether this is the first page of all articles, which has the magazine layout. */
const isUnfiltered = ({ category, search, page }: ArticleFilter) => !category && !search && !page

function NothingFound({ isFiltered }: { isFiltered: boolean }) {
  const art = <img src={`/art/scenes/${isFiltered ? 'no-match' : 'no-articles'}.svg`} alt="" width={320} height={220} />
  if (!isFiltered) return <EmptyState art={art} title="No articles yet" text="There are no articles on this site yet." />
  return (
    <EmptyState
      art={art}
      title="No articles found"
      text="Nothing matches this category and these words. Try fewer or other words."
      action={
        <ButtonLink to={paths.articles()} preventScrollReset onClick={focusContent}>
          Clear Filters
        </ButtonLink>
      }
    />
  )
}

function NoSuchPage({ filter: { category, search } }: { filter: ArticleFilter }) {
  return (
    <EmptyState
      title="This page of the list is empty"
      text="The list has fewer pages."
      action={
        <ButtonLink to={paths.articles({ category, search })} onClick={focusContent}>
          Go to the first page
        </ButtonLink>
      }
    />
  )
}

function formatArticleCount(
  { nounFor }: Wording,
  total: number,
  { search, page = 1 }: ArticleFilter,
  categoryName: string | undefined,
  pageCount: number,
): string {
  const articleCount = total === 0 ? 'No articles' : `${total} ${nounFor(total, NOUNS.article)}`
  const filterText = `${categoryName ? ` in ${categoryName}` : ''}${search ? ` for “${search}”` : ''}`
  return `${articleCount}${filterText}${pageCount > 1 && page <= pageCount ? `, page ${page} of ${pageCount}` : ''}`
}
