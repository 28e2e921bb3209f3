import { useQuery } from '@tanstack/react-query'
import { ArticleCard } from '#features/articles/article-card.tsx'
import { articlesQuery } from '#features/articles/article.client.ts'
import type { Category } from '#features/categories/category.client.ts'
import type { SearchResult } from '#features/search/search.client.ts'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { focusContent } from '#ui/hydration/remember-focused-control.ts'
import { kindLabel } from '#site/search/kind-labels.ts'
import type { SearchFilter } from '#site/search/search-filter.ts'
import { SearchResultRow } from './search-result-row.tsx'
import * as styles from '#site/search/search.module.css'

const MAX_GUIDES = 3

interface NothingFoundProps {
  filter: SearchFilter
  /** Whether there are results of other kinds. */
  hasOtherKinds: boolean
  /** Guides that match some of the words. */
  similarGuides: SearchResult[]
  categories: Category[]
}

/** Shown if a search has no results: suggests to remove filters, to ask in the forum, or to read similar or new guides. */
export function NothingFound({ filter: { q, kind, category }, hasOtherKinds, similarGuides, categories }: NothingFoundProps) {
  const { features } = useSite()
  const categoryName = categories.find(({ slug }) => slug === category)?.name
  const askAction = features.forums && <ButtonLink to={paths.newTopic({ title: q })}>Ask in the forum</ButtonLink>
  if (hasOtherKinds && kind !== undefined) {
    return (
      <EmptyState
        title={`No results under ${kindLabel(kind).groupLabel}`}
        text="Other parts of this site match your search."
        action={
          <ButtonLink to={paths.search({ q, category })} onClick={focusContent}>
            Show all results
          </ButtonLink>
        }
      />
    )
  }
  return (
    <>
      <EmptyState
        art={<img src="/art/scenes/no-match.svg" alt="" width={320} height={220} />}
        title={categoryName ? `Nothing found in ${categoryName}` : 'Nothing found'}
        text={`${
          similarGuides.length > 0 ? 'Nothing matches these words exactly.' : 'Nothing on this site matches these words or similar ones.'
        } ${features.forums ? 'Try different words, or ask in the forum.' : 'Try different words.'}`}
        action={
          <>
            {askAction}
            {category !== undefined && (
              <ButtonLink variant="quiet" to={paths.search({ q })} onClick={focusContent}>
                Search all categories
              </ButtonLink>
            )}
          </>
        }
      />
      {similarGuides.length > 0 ? (
        <SimilarGuides similarGuides={similarGuides} q={q} categories={categories} />
      ) : (
        features.articles && <NewestGuides category={category} categoryName={categoryName} />
      )}
    </>
  )
}

function SimilarGuides({ similarGuides, q, categories }: { similarGuides: SearchResult[]; q: string; categories: Category[] }) {
  return (
    <section aria-labelledby="guides-to-read">
      <div className={`head ${styles.guidesHead}`}>
        <h2 id="guides-to-read">Similar guides</h2>
        <p data-part="head-note">They match some of your words.</p>
      </div>
      <ol className={styles.results}>
        {similarGuides.map((result) => (
          <SearchResultRow
            key={result.url}
            result={result}
            searchText={q}
            categoryName={categories.find(({ slug }) => slug === result.category)?.name}
            headingLevel={3}
          />
        ))}
      </ol>
    </section>
  )
}

function NewestGuides({ category, categoryName }: { category: string | undefined; categoryName: string | undefined }) {
  const guides = useQuery(articlesQuery({ category })).data?.items.slice(0, MAX_GUIDES) ?? []
  if (guides.length === 0) return null
  return (
    <section aria-labelledby="guides-to-read">
      <div className={`head ${styles.guidesHead}`}>
        <h2 id="guides-to-read">{categoryName ? `The newest guides to ${categoryName}` : 'The newest guides'}</h2>
        <p data-part="head-note">No similar guides were found.</p>
      </div>
      <div className={styles.guides}>
        {guides.map((article) => (
          <ArticleCard key={article.id} article={article} />
        ))}
      </div>
    </section>
  )
}
