/** List of articles as a grid or in a magazine layout with a lead article, and its skeleton. */
import { ArticleCard } from '#features/articles/article-card.tsx'
import type { ListedArticle } from '#features/articles/article.client.ts'
import { SkeletonCard } from '#ui/states/skeleton.tsx'
import * as styles from '#site/articles/articles.module.css'

export function ArticleSpread({ items, isMagazine }: { items: ListedArticle[]; isMagazine: boolean }) {
  const [lead, ...others] = items
  if (!isMagazine || !lead || others.length < 2) {
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

/** Six skeleton cards in the same layout. */
export function ArticleSpreadSkeleton({ isMagazine }: { isMagazine: boolean }) {
  const cards = (count: number) => Array.from({ length: count }, (_, index) => <SkeletonCard key={index} />)
  if (!isMagazine) return <div className={styles.articlesGrid}>{cards(6)}</div>
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
