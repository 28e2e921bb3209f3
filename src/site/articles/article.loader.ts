import { articleQuery, articlesOfCategoryQuery, type Article } from '#features/articles/article.client.ts'
import { expertsQuery } from '#features/experts/expert.client.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { toolFormQuery } from '#features/tools/tool.client.ts'
import { createLoader, type PageLoad } from '#platform/pages/page-load.client.ts'
import { paths } from '#site/paths.ts'
import { RELATED_ARTICLES_FETCH_COUNT } from './asides/related.ts'
import { findEmbeddedTools } from './text/tool-embeds.ts'

export const loader = createLoader((page) => Promise.all([loadArticle(page), loadExperts(page)]))

async function loadExperts(page: PageLoad) {
  const site = await page.optional<SiteInfo>(siteQuery())
  if (site?.features.expertAdvice ?? true) await page.optional(expertsQuery())
}

async function loadArticle(page: PageLoad) {
  const article = await page.required<Article>(articleQuery(page.params['slug'] ?? ''))
  // The API returns 400 for a malformed slug. To visitors the page is one that does not exist.
  if (page.status === 400) page.status = 404
  if (article && article.slug !== page.params['slug']) return page.redirectPermanently(paths.article(article.slug))
  if (article?.categoryId) await page.optional(articlesOfCategoryQuery(article.categoryId, RELATED_ARTICLES_FETCH_COUNT))
  if (article)
    await Promise.all(findEmbeddedTools(article.contentHtml).map(({ name, presets }) => page.optional(toolFormQuery(name, presets))))
}
