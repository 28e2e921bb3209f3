import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Navigate, useParams } from 'react-router'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { articleQuery, type Article } from '#features/articles/article.client.ts'
import { BookmarkButton } from '#features/bookmarks/bookmark-button.tsx'
import { OwnBookmarks } from '#features/bookmarks/own-bookmarks.tsx'
import { categoryClass } from '#features/categories/category.client.ts'
import { expertsQuery, type Expert } from '#features/experts/expert.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { articleData } from '#site/structured-data/article.data.ts'
import { breadcrumbData } from '#site/structured-data/breadcrumb.data.ts'
import { usePageLocation } from '#site/structured-data/page-location.ts'
import { StructuredData } from '#site/structured-data/structured-data.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { LazyHydration } from '#ui/hydration/lazy-hydration.tsx'
import { truncateText } from '#wording/cut-text.ts'
import { ArticleFailed } from './states/article-failed.tsx'
import { ArticleNotFound } from './states/article-not-found.tsx'
import { AuthorBox } from './asides/author-box.tsx'
import { DraftBar } from './asides/draft-bar.tsx'
import { prepareArticleHtml } from '#ui/text/long-text.ts'
import { SectionFold, SectionNav } from './text/section-nav.tsx'
import { ShareLinks } from './asides/share-links.tsx'
import { TextWithTools } from './text/text-with-tools.tsx'
import { findUpdateTime } from './updated.ts'
import { ArticleOpening } from './article-opening.tsx'
import { CaseStudyText } from './case-study/case-study-text.tsx'
import { RelatedArticles } from './asides/related-articles.tsx'
import { ArticleSkeleton } from './states/article-skeleton.tsx'
import * as styles from './article.module.css'

export default function ArticlePage() {
  const { slug = '' } = useParams()
  const article = useQuery(articleQuery(slug))
  const isAdmin = useSignedIn()?.isAdmin === true
  const experts = useQuery({ ...expertsQuery(), enabled: useSite().features.expertAdvice })

  if (article.isPending) return <ArticleSkeleton />
  if (article.isError) return <ArticleFailed title="Article" error={article.error} onRetry={() => void article.refetch()} />
  // After signing out, the query cache still contains an unpublished article, so it is hidden here.
  if (article.data.unpublished && !isAdmin) return <ArticleNotFound isDeleted={false} />
  if (article.data.slug !== slug) return <Navigate to={paths.article(article.data.slug)} replace />
  return <ArticleView article={article.data} author={experts.data?.items.find(({ id }) => id === article.data.authorId)} />
}

function ArticleView({ article, author }: { article: Article; author: Expert | undefined }) {
  const { html, contents } = useMemo(() => prepareArticleHtml(article.contentHtml), [article.contentHtml])
  const location = usePageLocation()
  const crumbs = [
    { label: 'Home', to: paths.home() },
    { label: 'Articles', to: paths.articles() },
    { label: truncateText(article.title, 60), fullName: article.title },
  ]
  const isPublished = article.unpublished === undefined
  return (
    <article className={categoryClass(article.categorySlug)}>
      <PageMeta
        noIndex={!isPublished}
        title={article.title}
        description={article.summary || article.snippet}
        canonical={paths.article(article.slug)}
        share={{ kind: 'article', key: article.slug }}
        kind="article"
        facts={{
          'article:published_time': article.publishedAt,
          'article:modified_time': findUpdateTime(article),
          'article:section': article.categoryName,
        }}
        feed={article.categoryId === null ? undefined : { title: article.categoryName, subject: { category: article.categorySlug } }}
      />
      {isPublished ? (
        <StructuredData things={import.meta.env.SSR && [articleData(location, article, author), breadcrumbData(location, crumbs)]} />
      ) : (
        <DraftBar article={article} />
      )}
      <LazyHydration>
        <ArticleOpening article={article} author={author} crumbs={crumbs} />
      </LazyHydration>
      <div className={joinClasses('container', styles.articleBody, contents && styles.withContents)}>
        {contents && (
          <LazyHydration>
            <SectionFold label="In this article" sections={contents} />
            <div className={`${styles.articleContents} no-print`}>
              <SectionNav label="In this article" sections={contents} />
            </div>
          </LazyHydration>
        )}
        {article.caseStudy ? (
          <CaseStudyText caseStudy={article.caseStudy} html={html} className={styles.articleText} />
        ) : (
          <TextWithTools html={html} className={styles.articleText} />
        )}
        {(isPublished || author) && (
          <LazyHydration>
            <aside className={styles.articleAside} aria-label="About this article">
              {author && <AuthorBox expert={author} />}
              {isPublished && (
                <>
                  <h2 className="no-print">Share</h2>
                  <OwnBookmarks on={{ articleId: article.id }}>
                    <ShareLinks
                      title={article.title}
                      path={paths.article(article.slug)}
                      bookmark={<BookmarkButton kind="article" id={article.id} size="s" />}
                    />
                  </OwnBookmarks>
                </>
              )}
            </aside>
          </LazyHydration>
        )}
      </div>
      <LazyHydration>
        <RelatedArticles article={article} />
      </LazyHydration>
    </article>
  )
}
