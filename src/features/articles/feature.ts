/** Guides. */
import type { Feature } from '#platform/feature.ts'
import { listRemoteArticlePictures, replaceRemoteArticlePicture } from './article-pictures.queries.ts'
import { publishScheduledArticles } from './article-editing.service.ts'
import { articleRoutes } from './article.routes.ts'
import { addArticleViews } from './article.service.ts'

export const articlesFeature: Feature = {
  name: 'articles',
  standsOn: ['redirects', 'audit', 'categories', 'uploads'],
  api: [{ name: 'Articles', about: 'Guides: reading, writing and publishing them.', routes: articleRoutes }],
  jobs: [{ name: 'publish what is due', everySeconds: 20, run: (ctx) => publishScheduledArticles(ctx) }],
  countedViews: { articles: addArticleViews },
  remotePictures: [{ list: listRemoteArticlePictures, replace: replaceRemoteArticlePicture }],
  tables: {
    articles: { references: ['categories', 'experts'], archive: { key: ['id'] }, personal: 'nothing' },
  },
}
