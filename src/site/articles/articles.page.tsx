import { useQuery } from '@tanstack/react-query'
import { ArticleCard } from '#features/articles/article-card.tsx'
import { ARTICLES_PER_PAGE, articlesQuery, type ArticleFilter, type ListedArticle } from '#features/articles/article.client.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { failureReason } from '#platform/api.client.ts'
import { Meta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { Elsewhere } from '#site/search/elsewhere.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { focusContent } from '#ui/remember-focus.ts'
import { Pager } from '#ui/pager.tsx'
import { useSearchParams } from '#ui/router/use-search-params.ts'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { useWording } from '#ui/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import type { Wording } from '#wording/wording.ts'
import { ArticleFilters, FilterChips } from './article-filters.tsx'
import { parseArticleFilter } from './article-filter.ts'
import * as styles from './articles.module.css'

export default function ArticlesPage() {
  const wording = useWording()
  const [address] = useSearchParams()
  const filter = parseArticleFilter(address)
  const page = filter.page ?? 1
  const articles = useQuery(articlesQuery(filter))
  const categories = useQuery(categoriesQuery()).data?.items ?? []
  const categoryName = categories.find(({ slug }) => slug === filter.category)?.name
  const pages = Math.ceil((articles.data?.total ?? 0) / ARTICLES_PER_PAGE)

  return (
    <div className={`container ${styles.articles}`}>
      <Meta
        title={categoryName ? `${categoryName}: articles` : 'Articles'}
        description={`Independent guides${categoryName ? ` about ${categoryName}` : ' to net zero technology at home'}: worked sums, dates and sources, and a declared interest under every name.`}
        canonical={paths.articles({ category: categoryName && filter.category, page: filter.page })}
        noIndex={(filter.search !== undefined || (filter.category !== undefined && !categoryName)) && 'follow'}
        feed={categoryName && filter.category ? { title: categoryName, of: { category: filter.category } } : undefined}
      />
      <header className="head">
        <h1>Articles</h1>
        <p data-part="head-note">Guides with the sums left in.</p>
      </header>
      <ArticleFilters filter={filter} categories={categories} />
      <div className={styles.articlesFound}>
        <p role="status">
          {articles.isPending && 'Loading articles…'}
          {articles.isSuccess && formatArticleCount(wording, articles.data.total, filter, categoryName, pages)}
        </p>
        <FilterChips filter={filter} categories={categories} />
      </div>
      {articles.isPending && <Skeletons opening={isPlain(filter)} />}
      {articles.isError && (
        <ErrorState
          title="The articles could not be loaded"
          text={failureReason(articles.error)}
          action={<Button onClick={() => void articles.refetch()}>Try again</Button>}
        />
      )}
      {articles.isSuccess && (
        <>
          <Elsewhere
            search={filter.search}
            total={articles.data.total}
            shown={articles.data.items.map(({ slug }) => paths.article(slug))}
          />
          {articles.data.items.length > 0 && <ArticleList items={articles.data.items} opening={isPlain(filter)} />}
          {articles.data.items.length === 0 &&
            (articles.data.total > 0 ? <NoSuchPage filter={filter} /> : <NothingFound isNarrowed={!isPlain(filter)} />)}
          <Pager
            page={page}
            pages={pages}
            hrefFor={(number) => paths.articles({ category: filter.category, search: filter.search, page: number })}
          />
        </>
      )}
    </div>
  )
}

/** Without filters the first page opens like a magazine. */
const isPlain = ({ category, search, page }: ArticleFilter) => !category && !search && !page

function ArticleList({ items, opening }: { items: ListedArticle[]; opening: boolean }) {
  const [lead, ...others] = items
  if (!opening || !lead || others.length < 2) {
    return (
      <div className={styles.articlesGrid}>
        {items.map((article, index) => (
          <ArticleCard key={article.id} article={article} headingLevel={2} eager={index < 3} />
        ))}
      </div>
    )
  }
  return (
    <>
      <div className={styles.articlesOpening}>
        <ArticleCard article={lead} variant="lead" headingLevel={2} eager />
        <div className={styles.articlesBeside}>
          {others.slice(0, 2).map((article) => (
            <ArticleCard key={article.id} article={article} variant="side" headingLevel={2} eager />
          ))}
        </div>
      </div>
      <div className={`${styles.articlesGrid} ${styles.articlesRest}`}>
        {others.slice(2).map((article) => (
          <ArticleCard key={article.id} article={article} headingLevel={2} />
        ))}
      </div>
    </>
  )
}

/** Six, in the places of what comes. */
function Skeletons({ opening }: { opening: boolean }) {
  const cards = (count: number) => Array.from({ length: count }, (_, index) => <SkeletonCard key={index} />)
  if (!opening) return <div className={styles.articlesGrid}>{cards(6)}</div>
  return (
    <>
      <div className={styles.articlesOpening}>
        {cards(1)}
        <div className={styles.articlesBeside}>{cards(2)}</div>
      </div>
      <div className={`${styles.articlesGrid} ${styles.articlesRest}`}>{cards(3)}</div>
    </>
  )
}

function NothingFound({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <EmptyState
      art={<img src={`/art/scenes/${isNarrowed ? 'no-match' : 'no-articles'}.svg`} alt="" width={320} height={220} />}
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
      text="The list is shorter than that."
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
  pages: number,
): string {
  const found = total === 0 ? 'No articles' : `${total} ${nounFor(total, NOUNS.article)}`
  const about = `${categoryName ? ` in ${categoryName}` : ''}${search ? ` for “${search}”` : ''}`
  return `${found}${about}${pages > 1 && page <= pages ? `, page ${page} of ${pages}` : ''}`
}
