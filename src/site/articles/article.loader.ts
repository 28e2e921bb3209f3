import { articleQuery, articlesOfCategoryQuery, type Article } from '#features/articles/article.client.ts'
import { expertsQuery } from '#features/experts/expert.client.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { toolFormQuery } from '#features/tools/tool.client.ts'
import { createLoader, type PageLoad } from '#platform/pages/page-load.client.ts'
import { paths } from '#site/paths.ts'
import { RELATED_ARTICLES_LIMIT } from './asides/related.ts'
import { toolsIn } from './text/tool-embeds.ts'

export const loader = createLoader((page) => Promise.all([article(page), experts(page)]))

async function experts(page: PageLoad) {
  const site = await page.optional<SiteInfo>(siteQuery())
  if (site?.features.expertAdvice ?? true) await page.optional(expertsQuery())
}

async function article(page: PageLoad) {
  const found = await page.required<Article>(articleQuery(page.params['slug'] ?? ''))
  // An address that cannot be an article's is an unknown one.
  if (page.status === 400) page.status = 404
  if (found && found.slug !== page.params['slug']) return page.redirectPermanently(paths.article(found.slug))
  if (found?.categoryId) await page.optional(articlesOfCategoryQuery(found.categoryId, RELATED_ARTICLES_LIMIT))
  if (found) await Promise.all(toolsIn(found.contentHtml).map(({ name, given }) => page.optional(toolFormQuery(name, given))))
}
