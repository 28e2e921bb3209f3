import { useQuery } from '@tanstack/react-query'
import { ArticleCard } from '#features/articles/article-card.tsx'
import { articlesOfCategoryQuery, type Article } from '#features/articles/article.client.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { SkeletonCard } from '#ui/states/skeleton.tsx'
import { RELATED_ARTICLES_FETCH_COUNT, MAX_RELATED_ARTICLES } from './related.ts'
import * as styles from '#site/articles/article.module.css'

const MAX_SNIPPET_LENGTH = 120

/** Shows other articles from the same category. Renders nothing if there are none. */
export function RelatedArticles({ article: { id, categoryId } }: { article: Article }) {
  const related = useQuery({ ...articlesOfCategoryQuery(categoryId ?? 0, RELATED_ARTICLES_FETCH_COUNT), enabled: categoryId !== null })
  const otherArticles = related.data?.items.filter((other) => other.id !== id).slice(0, MAX_RELATED_ARTICLES) ?? []
  const isLoading = related.isPending && categoryId !== null
  if (!isLoading && otherArticles.length === 0) return null
  return (
    <section className={joinClasses(styles.related, 'section no-print')} aria-labelledby="related-title">
      <div className="container">
        <div className="head">
          <h2 id="related-title">Related articles</h2>
          <p data-part="head-note">From the same category.</p>
        </div>
        <div className={joinClasses(styles.relatedGrid, otherArticles.length === 1 && styles.relatedOne)}>
          {isLoading && Array.from({ length: MAX_RELATED_ARTICLES }, (_, index) => <SkeletonCard key={index} />)}
          {otherArticles.map((other) => (
            <ArticleCard key={other.id} article={other} snippetMax={MAX_SNIPPET_LENGTH} />
          ))}
        </div>
      </div>
    </section>
  )
}
