/** Registers the articles (guides): reading, writing and scheduled publication. */
import type { Feature } from '#platform/contract/feature.ts'
import { listRemoteArticlePictures, replaceRemoteArticlePicture } from './article-pictures.queries.ts'
import { publishScheduledArticles, refreshArticleSearchTexts } from './editing/article-editing.service.ts'
import { articleRoutes } from './article.routes.ts'
import { addArticleViews } from './article.service.ts'
import { articleSearch } from './article-search.queries.ts'

export const articlesFeature: Feature = {
  name: 'articles',
  dependsOn: ['redirects', 'audit', 'categories', 'uploads', 'figures'],
  search: [articleSearch],
  api: [{ name: 'Articles', about: 'Read, write and publish articles (guides).', routes: articleRoutes }],
  jobs: [
    { name: 'publish scheduled articles', everySeconds: 20, watchedTables: ['articles'], run: (ctx) => publishScheduledArticles(ctx) },
    {
      name: 'refresh search texts of articles with reference values',
      everySeconds: 86_400,
      triggerTables: ['figure_values'],
      run: (ctx) => refreshArticleSearchTexts(ctx),
    },
  ],
  countedViews: { articles: addArticleViews },
  remotePictures: [{ list: listRemoteArticlePictures, replace: replaceRemoteArticlePicture }],
  tables: {
    articles: { references: ['categories', 'experts'], archive: { key: ['id'] }, personal: 'nothing' },
  },
}
