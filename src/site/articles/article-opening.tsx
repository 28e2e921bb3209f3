import { Link } from '#ui/router/link.tsx'
import { ArticleRating } from '#features/articles/article-rating.tsx'
import type { Article } from '#features/articles/article.client.ts'
import type { Expert } from '#features/experts/expert.client.ts'
import { paths } from '#site/paths.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Breadcrumb, type BreadcrumbStep } from '#ui/text/breadcrumb.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Picture } from '#ui/pictures/picture.tsx'
import { LongDate } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import { EditArticleLink } from '#site/articles/asides/edit-article-link.tsx'
import { findUpdateTime } from './updated.ts'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import * as styles from './article.module.css'
import * as byline from '#ui/text/byline.module.css'

export function ArticleOpening({ article, author, crumbs }: { article: Article; author: Expert | undefined; crumbs: BreadcrumbStep[] }) {
  const { number, nounFor } = useWording()
  const updatedAt = findUpdateTime(article)
  return (
    <header className={styles.articleOpen}>
      <div className="container">
        <Breadcrumb items={crumbs} />
        <div className={styles.articleOpenGrid}>
          <div className={styles.articleOpenText}>
            <p className="tag">
              <Link to={paths.articles({ category: article.categorySlug })}>{article.categoryName || 'Uncategorized'}</Link>
            </p>
            <h1>
              <NoBreakText text={article.title} />
            </h1>
            {article.summary && (
              <p className="lead">
                <NoBreakText text={article.summary} />
              </p>
            )}
            <p className={joinClasses(byline.byline, styles.articleBy)}>
              <Avatar id={article.authorId ?? article.id} name={article.authorName} src={article.authorAvatar || undefined} />
              <span>
                <b dir="auto">{article.authorName || 'Unknown Author'}</b>
                {author && <span dir="auto">{author.title}</span>}
              </span>
              {article.isAuthorDemo && <DemoChip />}
            </p>
          </div>
          <Picture src={article.featuredImage} alt={article.imageAlt ?? ''} eager className={styles.articleOpenPic} />
        </div>
        <ul className={styles.articleFacts}>
          {(article.publishedAt || !article.unpublished) && (
            <li>
              <LongDate date={article.publishedAt} />
            </li>
          )}
          {updatedAt && (
            <li>
              Updated <LongDate date={updatedAt} />
            </li>
          )}
          {article.checkedOn && (
            <li>
              Last checked <LongDate date={`${article.checkedOn}T12:00:00Z`} />
            </li>
          )}
          <li>
            <b className="num">{article.minutes}</b> min read
          </li>
          <li>
            <ArticleRating rating={article.rating} />
          </li>
          <li>
            <b className="num">{number(article.views)}</b> {nounFor(article.views, NOUNS.view)}
          </li>
          {!article.unpublished && <EditArticleLink id={article.id} />}
        </ul>
      </div>
    </header>
  )
}
