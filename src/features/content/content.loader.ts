/** Seeds a new site with the demo content, the starter content, or only what every site needs: categories, badges, the Community Guest and reference values. */
import type { EngineName } from '#db/engine.ts'
import { resetIds } from '#db/open-site.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { seedReferenceValues } from '#features/figures/figure-seed.service.ts'
import { refreshScores } from '#features/products/scores/score.service.ts'
import { upsertSetting } from '#features/sites/setting.queries.ts'
import { insertCommunity, insertGuest, insertTopics } from './community.queries.ts'
import { readContent, type ContentFiles } from './content.files.ts'
import { insertCatalogue, insertCatalogueItems } from './catalogue.queries.ts'
import { selectEmptyContent, selectStarterContent, type NewSiteOptions } from './starter.policy.ts'

/** Tables whose ids are inserted explicitly, so that their sequences must be reset afterwards. */
const TABLES_WITH_FIXED_IDS = [
  'categories',
  'users',
  'badges',
  'experts',
  'articles',
  'expert_articles',
  'products',
  'reviews',
  'topics',
  'replies',
  'enquiries',
]

/**
 * Seeds a site in one transaction, unless it was seeded before.
 * @param now time to which `ago` in the content files is relative
 * @param options features and currency of the new site, to which the starter content is adapted
 */
export async function loadContent(
  db: SiteDatabase,
  engine: EngineName,
  site: string,
  kind: 'demo' | 'starter' | 'empty',
  now = new Date(),
  options?: Partial<NewSiteOptions>,
): Promise<void> {
  if (await isSeeded(db)) return
  const allContent = await getContent()
  const content =
    kind === 'demo' ? allContent : kind === 'starter' ? selectStarterContent(allContent, options) : selectEmptyContent(allContent)
  await db.transaction().execute(async (trx) => {
    const isDemo = kind === 'demo'
    await insertGuest(trx, now)
    await seedReferenceValues(trx, now)
    await insertCatalogue(trx, content, { isDemo, areProductsDemo: true, now, currency: options?.currency ?? 'gbp' })
    await insertCommunity(trx, content, isDemo, now)
    await refreshScores({ db: trx })
    await upsertSetting(trx, 'demoContent', isDemo)
    await upsertSetting(trx, 'filledAt', now.toISOString())
    await resetIds(trx, engine, site, TABLES_WITH_FIXED_IDS)
  })
}

/**
 * Inserts the starter content into a site that has categories. Items whose slug is in use are left out.
 * @returns the numbers of inserted items
 */
export async function insertStarterContent(
  db: SiteDatabase,
  now: Date,
  options: NewSiteOptions,
): Promise<{ articles: number; products: number; topics: number }> {
  const starter = selectStarterContent(await getContent(), options)
  const selectFree = async <T extends { slug: string }>(table: 'articles' | 'products', items: T[]): Promise<T[]> => {
    const slugs = items.map(({ slug }) => slug)
    const usedSlugs = (await db.selectFrom(table).select('slug').where('slug', 'in', slugs).execute()).map(({ slug }) => slug)
    return items.filter(({ slug }) => !usedSlugs.includes(slug))
  }
  const [articles, products] = [await selectFree('articles', starter.articles), await selectFree('products', starter.products)]
  const content = { ...starter, articles, products }
  await insertCatalogueItems(db, content, { isDemo: false, areProductsDemo: true, now, currency: options.currency })
  await insertTopics(db, content, false, now)
  await refreshScores({ db })
  return { articles: articles.length, products: products.length, topics: content.topics.length }
}

let contentPromise: Promise<ContentFiles> | undefined

/** Reads the content files once: reading and validating them takes 100 ms, and they do not change while the server runs. */
function getContent(): Promise<ContentFiles> {
  contentPromise ??= readContent()
  void contentPromise.catch(() => (contentPromise = undefined))
  return contentPromise
}

/** Whether the site was seeded before. */
export const isSeeded = async (db: SiteDatabase) =>
  (await db.selectFrom('settings').select('key').where('key', '=', 'filledAt').executeTakeFirst()) !== undefined
