import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { expertArticleQuery, expertsQuery, type Expert, type ExpertArticle } from '#features/experts/expert.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { expertArticleData } from '#site/structured-data/article.data.ts'
import { breadcrumbData } from '#site/structured-data/breadcrumb.data.ts'
import { usePageLocation } from '#site/structured-data/page-location.ts'
import { StructuredData } from '#site/structured-data/structured-data.tsx'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Breadcrumb } from '#ui/text/breadcrumb.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { truncateText } from '#wording/cut-text.ts'
import { LongDate } from '#ui/text/time.tsx'
import { ArticleFailed } from './states/article-failed.tsx'
import { prepareArticleHtml } from '#ui/text/long-text.ts'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import { ReadingText } from './text/reading-text.tsx'
import { SectionFold } from './text/section-nav.tsx'
import { ShareLinks } from './asides/share-links.tsx'
import { OtherExpertArticles } from './asides/other-expert-articles.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { DemoNote } from '#site/shell/demo-note.tsx'
import * as styles from './expert-article.module.css'

export default function ExpertArticlePage() {
  const { id = '' } = useParams()
  const article = useQuery(expertArticleQuery(id))
  const experts = useQuery(expertsQuery())

  if (article.isPending) return <ExpertArticleSkeleton />
  if (article.isError) return <ArticleFailed title="Expert article" error={article.error} onRetry={() => void article.refetch()} />
  return <ExpertArticleView article={article.data} expert={experts.data?.items.find(({ id }) => id === article.data.expertId)} />
}

function ExpertArticleView({ article, expert }: { article: ExpertArticle; expert: Expert | undefined }) {
  const { html, contents } = useMemo(() => prepareArticleHtml(article.contentHtml ?? ''), [article.contentHtml])
  const expertName = expert?.name ?? 'Unknown Author'
  const { features } = useSite()
  const location = usePageLocation()
  const description = `${expertName}${expert ? `, ${expert.title.toLowerCase()}` : ''}: ${article.content.replace(/\s+/g, ' ')}`
  const crumbs = [
    { label: 'Home', to: paths.home() },
    ...(features.articles ? [{ label: 'Articles', to: paths.articles() }] : []),
    { label: truncateText(article.title, 60), fullName: article.title },
  ]
  return (
    <article className={`container ${styles.opinion}`}>
      <PageMeta
        title={article.title}
        description={description}
        canonical={paths.expertArticle(article.id)}
        share={{ kind: 'expert-article', key: article.id }}
        kind="article"
        facts={{ 'article:published_time': article.publishedAt }}
        isDemo={article.isDemo}
      />
      <StructuredData things={import.meta.env.SSR && [expertArticleData(location, article, expert), breadcrumbData(location, crumbs)]} />
      <Breadcrumb items={crumbs} />
      <header className={styles.opinionOpen}>
        <Avatar id={article.expertId} name={expert?.name} src={expert?.avatarUrl} className={styles.opinionPortrait} />
        <p className={styles.opinionName}>
          <b>{expertName}</b>
          {expert && <span>{expert.title}</span>}
          {article.isDemo && <DemoChip />}
        </p>
        <h1>
          <NoBreakText text={article.title} />
        </h1>
        <p className="meta">
          <span>Expert analysis</span>
          <LongDate date={article.publishedAt} />
        </p>
        {article.isDemo && <DemoNote text="The author of this article is invented." />}
      </header>
      <div className={styles.opinionBody}>
        <div className={styles.opinionText}>
          {contents && <SectionFold label="In this article" sections={contents} />}
          <ReadingText html={html} />
        </div>
        <aside className={styles.opinionAside} aria-label="About the author">
          {expert && (
            <>
              <h2>Declared interest</h2>
              <p className={styles.opinionInterest}>{expert.interest}</p>
              <h2>About {expert.name}</h2>
              <p className={styles.opinionBio}>{expert.bio}</p>
            </>
          )}
          <h2 className="no-print">Share</h2>
          <ShareLinks title={article.title} path={paths.expertArticle(article.id)} />
        </aside>
      </div>
      <OtherExpertArticles article={article} expertName={expert?.name} />
    </article>
  )
}

function ExpertArticleSkeleton() {
  return (
    <div className={`container ${styles.opinion}`} aria-busy="true">
      <PageMeta title="Expert article" />
      <p className="visuallyHidden" role="status">
        Loading article…
      </p>
      <div className={styles.opinionWaiting}>
        <Skeleton className={styles.opinionPortrait} />
        <Skeleton className={styles.lineXl} />
        {Array.from({ length: 10 }, (_, index) => (
          <Skeleton key={index} />
        ))}
      </div>
    </div>
  )
}
