/** Gives a new site its first content: the whole demo set, the starter subset, or next to nothing. */
import type { EngineName } from '#db/engine.ts'
import { resetIds } from '#db/open-site.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { putSetting } from '#features/sites/setting.queries.ts'
import { insertCommunity, insertGuest } from './community.queries.ts'
import { readContent, type Content } from './content.files.ts'
import { insertCatalogue } from './catalogue.queries.ts'

const STARTER = { articlesPerCategory: 2, products: 6 }
const NUMBERED = ['categories', 'users', 'badges', 'experts', 'articles', 'expert_articles', 'products', 'reviews', 'topics', 'replies', 'enquiries']

/**
 * Fills a site that has never been filled; on any other it does nothing. All or nothing.
 * @param now the moment that the files' `ago` counts from
 */
export async function loadContent(db: SiteDatabase, engine: EngineName, site: string, kind: 'demo' | 'starter' | 'empty', now = new Date()): Promise<void> {
  if (await isFilled(db)) return
  const all = await readContent()
  const content = kind === 'demo' ? all : kind === 'starter' ? starterOf(all) : emptyOf(all)
  await db.transaction().execute(async (trx) => {
    const isDemo = kind === 'demo'
    await insertGuest(trx, now)
    await insertCatalogue(trx, content, isDemo, now)
    await insertCommunity(trx, content, isDemo, now)
    await putSetting(trx, 'demoContent', isDemo)
    await putSetting(trx, 'filledAt', now.toISOString())
    await resetIds(trx, engine, site, NUMBERED)
  })
}

const isFilled = async (db: SiteDatabase) =>
  (await db.selectFrom('settings').select('key').where('key', '=', 'filledAt').executeTakeFirst()) !== undefined

/** Categories, two articles in each, six products; no invented people or reviews. */
function starterOf(all: Content): Content {
  const taken = new Map<string, number>()
  const articles = all.articles.filter(({ category }) => {
    const before = taken.get(category) ?? 0
    taken.set(category, before + 1)
    return before < STARTER.articlesPerCategory
  })
  const firstOfCategory = all.categories.flatMap(({ slug }) => all.products.filter((product) => product.category === slug).slice(0, 1))
  const welcome = all.categories.map(({ slug, name }) => ({
    title: `Welcome to ${name}`, category: slug, author: 'guest', ago: '1m', views: 0, replies: [],
    content: `This is the place for questions and answers about ${name.toLowerCase()}. Say what you have, what you are thinking of, and what you would like to know.`,
  }))
  return { ...emptyOf(all), experts: all.experts, articles, products: firstOfCategory.slice(0, STARTER.products), topics: welcome }
}

/** The categories and the badges: without them nothing could be added. */
const emptyOf = (all: Content): Content => ({
  ...all, experts: [], users: [], topics: [], reviews: [], enquiries: [], articles: [], expertArticles: [], products: [],
})
