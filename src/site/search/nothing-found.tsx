import { useQuery } from '@tanstack/react-query'
import { ArticleCard } from '#features/articles/article-card.tsx'
import { articlesQuery } from '#features/articles/article.client.ts'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { focusContent } from '#ui/remember-focus.ts'
import { kindLabel } from './kind-labels.ts'
import type { SearchFilter } from './search-filter.ts'
import * as styles from './search.module.css'

const GUIDES = 3

interface NothingFoundProps {
  filter: SearchFilter
  /** Of other kinds something was found. */
  isOfOtherKinds: boolean
  categoryName: string | undefined
}

/** What can be done where there is nothing: less narrow words, somebody to ask, something to read. */
export function NothingFound({ filter: { q, kind, category }, isOfOtherKinds, categoryName }: NothingFoundProps) {
  const { features } = useSite()
  const ask = features.forums && <ButtonLink to={paths.ask({ title: q })}>Ask it in the forum</ButtonLink>
  if (isOfOtherKinds && kind !== undefined) {
    return (
      <EmptyState
        title={`Nothing under ${kindLabel(kind).all}`}
        text="Something else on the site has these words."
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
        text={
          features.forums
            ? 'Nothing on the site has these words, nor words like them. Try others, or ask people who live with it.'
            : 'Nothing on the site has these words, nor words like them. Try others.'
        }
        action={
          <>
            {ask}
            {category !== undefined && (
              <ButtonLink variant="quiet" to={paths.search({ q })} onClick={focusContent}>
                Search every category
              </ButtonLink>
            )}
          </>
        }
      />
      {features.articles && <GuidesToRead category={category} categoryName={categoryName} />}
    </>
  )
}

function GuidesToRead({ category, categoryName }: { category: string | undefined; categoryName: string | undefined }) {
  const guides = useQuery(articlesQuery({ category })).data?.items.slice(0, GUIDES) ?? []
  if (guides.length === 0) return null
  return (
    <section aria-labelledby="guides-to-read">
      <div className={`head ${styles.guidesHead}`}>
        <h2 id="guides-to-read">{categoryName ? `Guides to ${categoryName}` : 'Guides to begin with'}</h2>
        <p data-part="head-note">The newest, whatever was looked for.</p>
      </div>
      <div className={styles.guides}>
        {guides.map((article) => (
          <ArticleCard key={article.id} article={article} />
        ))}
      </div>
    </section>
  )
}
