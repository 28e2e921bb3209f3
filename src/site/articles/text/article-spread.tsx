/** Lists articles as a grid or in a magazine layout with a lead article. */
import { ArticleCard } from '#features/articles/article-card.tsx'
import type { ListedArticle } from '#features/articles/article.client.ts'
import { SkeletonCard } from '#ui/states/skeleton.tsx'
import * as styles from '#site/articles/articles.module.css'

export function ArticleSpread({ items, isMagazine }: { items: ListedArticle[]; isMagazine: boolean }) {
  const [leadArticle, ...otherArticles] = items
  if (!isMagazine || !leadArticle || otherArticles.length < 2) {
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
        <ArticleCard article={leadArticle} variant="lead" headingLevel={2} eager />
        <div className={styles.articlesBeside}>
          {otherArticles.slice(0, 2).map((article) => (
            <ArticleCard key={article.id} article={article} variant="side" headingLevel={2} eager />
          ))}
        </div>
      </div>
      <div className={`${styles.articlesGrid} ${styles.articlesRest}`}>
        {otherArticles.slice(2).map((article) => (
          <ArticleCard key={article.id} article={article} headingLevel={2} />
        ))}
      </div>
    </>
  )
}

/** Shows six skeleton cards in the layout of the list. */
export function ArticleSpreadSkeleton({ isMagazine }: { isMagazine: boolean }) {
  const renderCards = (count: number) => Array.from({ length: count }, (_, index) => <SkeletonCard key={index} />)
  if (!isMagazine) return <div className={styles.articlesGrid}>{renderCards(6)}</div>
  return (
    <>
      <div className={styles.articlesOpening}>
        {renderCards(1)}
        <div className={styles.articlesBeside}>{renderCards(2)}</div>
      </div>
      <div className={`${styles.articlesGrid} ${styles.articlesRest}`}>{renderCards(3)}</div>
    </>
  )
}
