import type { Article } from '#features/articles/article.client.ts'
import type { Expert, ExpertArticle } from '#features/experts/expert.client.ts'
import { updatedAt } from '#site/articles/updated.ts'
import { paths } from '#site/paths.ts'
import { absoluteUrl, shareCardUrl, type PageLocation } from './page-location.ts'
import { publisherData } from './site.data.ts'
import type { Article as ArticleData, Person } from './vocabulary.ts'

export function articleData(place: PageLocation, article: Article, author: Expert | undefined): ArticleData {
  const url = place.origin + paths.article(article.slug)
  const modified = updatedAt(article)
  return {
    '@type': 'Article',
    '@id': `${url}#article`,
    mainEntityOfPage: url,
    headline: article.title,
    description: article.summary || article.snippet,
    image: [
      shareCardUrl(place, 'article', article.slug),
      ...(article.featuredImage ? [{ '@type': 'ImageObject' as const, url: absoluteUrl(place, article.featuredImage) }] : []),
    ],
    author: author ? expertData(place, author) : { '@type': 'Person', name: article.authorName },
    publisher: publisherData(place),
    articleSection: article.categoryName,
    inLanguage: place.site.language,
    ...(article.publishedAt ? { datePublished: article.publishedAt } : {}),
    ...(modified ? { dateModified: modified } : {}),
  }
}

export function expertArticleData(place: PageLocation, article: ExpertArticle, expert: Expert | undefined): ArticleData {
  const url = place.origin + paths.expertArticle(article.id)
  return {
    '@type': 'Article',
    '@id': `${url}#article`,
    mainEntityOfPage: url,
    headline: article.title,
    image: [shareCardUrl(place, 'expert-article', article.id)],
    author: expert ? expertData(place, expert) : { '@type': 'Person', name: 'Unknown Author' },
    publisher: publisherData(place),
    inLanguage: place.site.language,
    ...(article.publishedAt ? { datePublished: article.publishedAt } : {}),
  }
}

/** An expert's face and words stand on the about page. */
const expertData = (place: PageLocation, { slug, name, title, avatarUrl }: Expert): Person => ({
  '@type': 'Person',
  name,
  jobTitle: title,
  url: place.origin + paths.about(expertAnchor(slug)),
  image: absoluteUrl(place, avatarUrl),
})

export const expertAnchor = (slug: string): string => `expert-${slug}`
