import { useQuery } from '@tanstack/react-query'
import { Link } from '#ui/router/link.tsx'
import { expertArticlesQuery, type ExpertArticle } from '#features/experts/expert.client.ts'
import { paths } from '#site/paths.ts'
import { LongDate } from '#ui/text/time.tsx'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import * as styles from '#site/articles/expert-article.module.css'

/** Lists the other articles by the same expert. Renders nothing if there are none. */
export function OtherExpertArticles({ article, expertName }: { article: ExpertArticle; expertName: string | undefined }) {
  const articles = useQuery(expertArticlesQuery())
  const otherArticles = articles.data?.items.filter(({ id, expertId }) => expertId === article.expertId && id !== article.id) ?? []
  if (otherArticles.length === 0) return null
  return (
    <section className={`${styles.opinionOthers} no-print`} aria-labelledby="others-title">
      <h2 id="others-title">More from {expertName ?? 'this expert'}</h2>
      <ul>
        {otherArticles.map((other) => (
          <li key={other.id} className="card-link">
            <h3>
              <Link to={paths.expertArticle(other.id)}>
                <NoBreakText text={other.title} />
              </Link>
            </h3>
            <p dir="auto" className={styles.opinionWords}>
              {other.content}
            </p>
            <p className="meta">
              <LongDate date={other.publishedAt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
