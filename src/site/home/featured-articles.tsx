import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#ui/router/link.tsx'
import { featuredArticlesQuery, type ListedArticle } from '#features/articles/article.client.ts'
import { ArticleCard } from '#features/articles/article-card.tsx'
import { IconButton } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { LazyHydration } from '#ui/hydration/lazy-hydration.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { paths } from '#site/paths.ts'
import { RetryButton } from './retry-button.tsx'
import { MAX_FEATURED_ARTICLES } from './featured-limits.ts'
import * as styles from './featured-articles.module.css'
import * as loadAgainStyles from './load-again.module.css'

/** Shows the featured articles: the first one large, two next to it, and the others as small cards. They are refetched every ten seconds. */
export function FeaturedArticles() {
  const articles = useQuery(featuredArticlesQuery(MAX_FEATURED_ARTICLES))
  const [isRefreshing, setRefreshing] = useState(false)

  const refresh = async () => {
    setRefreshing(true)
    const { isError } = await articles.refetch()
    setRefreshing(false)
    if (isError) toast({ title: 'Error', message: 'The featured articles could not be refreshed.', tone: 'destructive' })
  }

  return (
    <section className="section container" aria-labelledby="featured-title">
      <div className="head">
        <h2 id="featured-title">Featured Articles</h2>
        <p data-part="head-links">
          <IconButton
            className={isRefreshing ? styles.refreshing : undefined}
            icon="refresh"
            label="Refresh featured articles"
            aria-disabled={isRefreshing || undefined}
            onClick={() => void (isRefreshing || refresh())}
          />
          <span className="visuallyHidden" role="status">
            {isRefreshing && 'Loading featured articles'}
          </span>
          <Link className="more" to={paths.articles()}>
            View all articles
          </Link>
        </p>
      </div>
      {articles.isPending ? (
        <div className={styles.featuredWait}>
          <Spinner label="Loading featured articles" />
        </div>
      ) : articles.data ? (
        <LazyHydration>
          <Articles articles={articles.data.items} />
        </LazyHydration>
      ) : (
        <RetryButton subject="The featured articles" onRetry={() => articles.refetch()} />
      )}
    </section>
  )
}

function Articles({ articles }: { articles: ListedArticle[] }) {
  const [leadArticle, ...otherArticles] = articles
  if (!leadArticle)
    return <p className={loadAgainStyles.homeEmpty}>No featured articles yet. Articles with ratings of 4 or 5 will appear here.</p>
  const sideArticles = otherArticles.slice(0, 2)
  const furtherArticles = otherArticles.slice(2)
  return (
    <>
      <div className={joinClasses(styles.leadGrid, sideArticles.length === 0 && styles.leadAlone)}>
        <ArticleCard article={leadArticle} variant="lead" isOnHomePage />
        {sideArticles.length > 0 && (
          <div className={styles.leadSide}>
            {sideArticles.map((article) => (
              <ArticleCard key={article.id} article={article} variant="side" isOnHomePage />
            ))}
          </div>
        )}
      </div>
      {furtherArticles.length > 0 && (
        <ul className={styles.further}>
          {furtherArticles.map((article) => (
            <li key={article.id}>
              <ArticleCard article={article} isOnHomePage />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
