import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Navigate, useParams } from 'react-router'
import { Link } from '#ui/link.tsx'
import { MemberSlot } from '#features/accounts/sessions/member-slot.tsx'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { ArticleCard } from '#features/articles/article-card.tsx'
import { ArticleRating } from '#features/articles/article-rating.tsx'
import { articleQuery, articlesOfCategoryQuery, type Article } from '#features/articles/article.client.ts'
import { categoryClass } from '#features/categories/category.client.ts'
import { expertsQuery, type Expert } from '#features/experts/expert.client.ts'
import { Meta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { articleData } from '#site/structured-data/article.data.ts'
import { breadcrumbData } from '#site/structured-data/breadcrumb.data.ts'
import { usePageLocation } from '#site/structured-data/page-location.ts'
import { StructuredData } from '#site/structured-data/structured-data.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Breadcrumb, type Crumb } from '#ui/breadcrumb.tsx'
import { joinClasses } from '#ui/join-classes.ts'
import { Picture } from '#ui/picture.tsx'
import { Skeleton, SkeletonCard } from '#ui/skeleton.tsx'
import { truncateSnippet } from '#ui/truncate-snippet.ts'
import { LongDate } from '#ui/time.tsx'
import { useWording } from '#ui/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { ArticleFailed } from './article-failed.tsx'
import { ArticleNotFound } from './article-not-found.tsx'
import { AuthorBox } from './author-box.tsx'
import { DraftBar } from './draft-bar.tsx'
import { EditArticleLink } from './edit-article-link.tsx'
import { prepareArticleHtml } from '#ui/long-text.ts'
import { RELATED_ARTICLES_LIMIT, RELATED_ARTICLES_SHOWN } from './related.ts'
import { SectionFold, SectionNav } from './section-nav.tsx'
import { Share } from './share.tsx'
import { TextWithTools } from './text-with-tools.tsx'
import { updatedAt } from './updated.ts'
import * as styles from './article.module.css'
import * as byline from '#ui/byline.module.css'
import { Unbroken } from '#ui/unbroken.tsx'

const RELATED_WORDS = 120

export default function ArticlePage() {
  const { slug = '' } = useParams()
  const article = useQuery(articleQuery(slug))
  const isAdmin = useSignedIn()?.isAdmin === true
  const experts = useQuery({ ...expertsQuery(), enabled: useSite().features.expertAdvice })

  if (article.isPending) return <Waiting />
  if (article.isError) return <ArticleFailed title="Article" error={article.error} onRetry={() => void article.refetch()} />
  // Whoever signs out while looking at a draft has no more right to it than anybody else.
  if (article.data.unpublished && !isAdmin) return <ArticleNotFound isGone={false} />
  if (article.data.slug !== slug) return <Navigate to={paths.article(article.data.slug)} replace />
  return <ArticleView article={article.data} author={experts.data?.items.find(({ id }) => id === article.data.authorId)} />
}

function ArticleView({ article, author }: { article: Article; author: Expert | undefined }) {
  const { html, contents } = useMemo(() => prepareArticleHtml(article.contentHtml), [article.contentHtml])
  const place = usePageLocation()
  const crumbs = [
    { label: 'Home', to: paths.home() },
    { label: 'Articles', to: paths.articles() },
    { label: truncateSnippet(article.title, 60), whole: article.title },
  ]
  const isPublic = article.unpublished === undefined
  return (
    <article className={categoryClass(article.categorySlug)}>
      <Meta
        noIndex={!isPublic}
        title={article.title}
        description={article.summary || article.snippet}
        canonical={paths.article(article.slug)}
        share={{ kind: 'article', key: article.slug }}
        kind="article"
        facts={{
          'article:published_time': article.publishedAt,
          'article:modified_time': updatedAt(article),
          'article:section': article.categoryName,
        }}
        feed={article.categoryId === null ? undefined : { title: article.categoryName, of: { category: article.categorySlug } }}
      />
      {isPublic ? (
        <StructuredData things={[articleData(place, article, author), breadcrumbData(place, crumbs)]} />
      ) : (
        <DraftBar article={article} />
      )}
      <Opening article={article} author={author} crumbs={crumbs} />
      <div className={joinClasses('container', styles.articleBody, contents && styles.withContents)}>
        {contents && (
          <>
            <SectionFold label="In this article" sections={contents} />
            <div className={`${styles.articleContents} no-print`}>
              <SectionNav label="In this article" sections={contents} />
            </div>
          </>
        )}
        <TextWithTools html={html} className={styles.articleText} />
        {(isPublic || author) && (
          <aside className={styles.articleAside} aria-label="About this article">
            {author && <AuthorBox expert={author} />}
            {isPublic && (
              <>
                <h2 className="no-print">Pass it on</h2>
                <Share title={article.title} path={paths.article(article.slug)} />
              </>
            )}
          </aside>
        )}
      </div>
      <Related article={article} />
    </article>
  )
}

function Opening({ article, author, crumbs }: { article: Article; author: Expert | undefined; crumbs: Crumb[] }) {
  const { number, nounFor } = useWording()
  const updated = updatedAt(article)
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
              <Unbroken text={article.title} />
            </h1>
            {article.summary && (
              <p className="lead">
                <Unbroken text={article.summary} />
              </p>
            )}
            <p className={joinClasses(byline.byline, styles.articleBy)}>
              <Avatar id={article.authorId ?? article.id} name={article.authorName} src={article.authorAvatar || undefined} />
              <span>
                <b>{article.authorName || 'Unknown Author'}</b>
                {author && <span>{author.title}</span>}
              </span>
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
          {updated && (
            <li>
              Updated <LongDate date={updated} />
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
          {!article.unpublished && (
            <MemberSlot name="edit-article" about={article.id}>
              <EditArticleLink id={article.id} />
            </MemberSlot>
          )}
        </ul>
      </div>
    </header>
  )
}

/** Others of the same category; nothing when there are none. */
function Related({ article: { id, categoryId } }: { article: Article }) {
  const related = useQuery({ ...articlesOfCategoryQuery(categoryId ?? 0, RELATED_ARTICLES_LIMIT), enabled: categoryId !== null })
  const others = related.data?.items.filter((other) => other.id !== id).slice(0, RELATED_ARTICLES_SHOWN) ?? []
  const waiting = related.isPending && categoryId !== null
  if (!waiting && others.length === 0) return null
  return (
    <section className={joinClasses(styles.related, 'section no-print')} aria-labelledby="related-title">
      <div className="container">
        <div className="head">
          <h2 id="related-title">Related articles</h2>
          <p data-part="head-note">From the same shelf.</p>
        </div>
        <div className={joinClasses(styles.relatedGrid, others.length === 1 && styles.relatedOne)}>
          {waiting && Array.from({ length: RELATED_ARTICLES_SHOWN }, (_, index) => <SkeletonCard key={index} />)}
          {others.map((other) => (
            <ArticleCard key={other.id} article={other} snippetMax={RELATED_WORDS} />
          ))}
        </div>
      </div>
    </section>
  )
}

function Waiting() {
  return (
    <div aria-busy="true">
      <Meta title="Article" />
      <p className="visuallyHidden" role="status">
        Loading article…
      </p>
      <div className={styles.articleOpen}>
        <div className={`container ${styles.articleOpenGrid} ${styles.articleWaiting}`}>
          <div>
            <Skeleton className={styles.lineS} />
            <Skeleton className={styles.lineXl} />
            <Skeleton className={styles.lineXl} />
            <Skeleton />
            <Skeleton />
          </div>
          <Picture src="" fallback="" alt="" className={styles.articleOpenPic} />
        </div>
      </div>
      <div className={`container ${styles.articleBody}`}>
        <div className={`${styles.articleText} ${styles.articleWaiting}`}>
          {Array.from({ length: 12 }, (_, index) => (
            <Skeleton key={index} />
          ))}
        </div>
      </div>
    </div>
  )
}
