import type { Article } from '#features/articles/article.client.ts'
import type { Expert, ExpertArticle } from '#features/experts/expert.client.ts'
import { findUpdateTime } from '#site/articles/updated.ts'
import { paths } from '#site/paths.ts'
import { absoluteUrl, shareCardUrl, type PageLocation } from './page-location.ts'
import { publisherData } from './site.data.ts'
import type { Article as ArticleData, Organization, Person } from './vocabulary.ts'

export function articleData(location: PageLocation, article: Article, author: Expert | undefined): ArticleData {
  const url = location.origin + paths.article(article.slug)
  const updatedAt = findUpdateTime(article)
  return {
    '@type': 'Article',
    '@id': `${url}#article`,
    mainEntityOfPage: url,
    headline: article.title,
    description: article.summary || article.snippet,
    image: [
      shareCardUrl(location, 'article', article.slug),
      ...(article.featuredImage ? [{ '@type': 'ImageObject' as const, url: absoluteUrl(location, article.featuredImage) }] : []),
    ],
    author: getAuthorData(location, article, author),
    publisher: publisherData(location),
    articleSection: article.categoryName,
    inLanguage: location.site.language,
    ...(article.publishedAt ? { datePublished: article.publishedAt } : {}),
    ...(updatedAt ? { dateModified: updatedAt } : {}),
  }
}

/** Returns the author of an article. The publisher replaces an author who is demo content, as the person is invented. */
function getAuthorData(location: PageLocation, article: Article, author: Expert | undefined): Person | Organization {
  if (article.isAuthorDemo) return publisherData(location)
  return author ? getExpertData(location, author) : { '@type': 'Person', name: article.authorName }
}

/** Returns the data for an expert article; undefined for demo content, whose author is invented. */
export function expertArticleData(location: PageLocation, article: ExpertArticle, expert: Expert | undefined): ArticleData | undefined {
  if (article.isDemo) return undefined
  const url = location.origin + paths.expertArticle(article.id)
  return {
    '@type': 'Article',
    '@id': `${url}#article`,
    mainEntityOfPage: url,
    headline: article.title,
    image: [shareCardUrl(location, 'expert-article', article.id)],
    author: expert ? getExpertData(location, expert) : { '@type': 'Person', name: 'Unknown Author' },
    publisher: publisherData(location),
    inLanguage: location.site.language,
    ...(article.publishedAt ? { datePublished: article.publishedAt } : {}),
  }
}

/** Returns an expert as a schema.org Person. Its URL leads to the portrait on the About page. */
const getExpertData = (location: PageLocation, { slug, name, title, avatarUrl }: Expert): Person => ({
  '@type': 'Person',
  name,
  jobTitle: title,
  url: location.origin + paths.about(expertAnchor(slug)),
  image: absoluteUrl(location, avatarUrl),
})

/** Returns the element id of an expert's portrait on the About page. */
export const expertAnchor = (slug: string): string => `expert-${slug}`
