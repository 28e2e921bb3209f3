/** Gives a new site its first content: the whole demo set, the starter subset, or next to nothing. */
import type { EngineName } from '#db/engine.ts'
import { resetIds } from '#db/open-site.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { seedFigures } from '#features/figures/figure-seed.service.ts'
import { refreshScores } from '#features/products/scores/score.service.ts'
import { upsertSetting } from '#features/sites/setting.queries.ts'
import { insertCommunity, insertGuest } from './community.queries.ts'
import { readContent, type ContentFiles } from './content.files.ts'
import { insertCatalogue } from './catalogue.queries.ts'
import { selectEmptyContent, selectStarterContent, type NewSiteOptions } from './starter.policy.ts'

const NUMBERED = [
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
 * Fills a site that has never been filled; on any other it does nothing. All or nothing.
 * @param now the moment that the files' `ago` counts from
 * @param settled what the site that is to be filled has, and pays with, where that is known: its first content speaks of nothing else
 */
export async function loadContent(
  db: SiteDatabase,
  engine: EngineName,
  site: string,
  kind: 'demo' | 'starter' | 'empty',
  now = new Date(),
  settled?: Partial<NewSiteOptions>,
): Promise<void> {
  if (await hasFirstContent(db)) return
  const all = await cachedContent()
  const content = kind === 'demo' ? all : kind === 'starter' ? selectStarterContent(all, settled) : selectEmptyContent(all)
  await db.transaction().execute(async (trx) => {
    const isDemo = kind === 'demo'
    await insertGuest(trx, now)
    await seedFigures(trx, now)
    await insertCatalogue(trx, content, { isDemo, now, currency: settled?.currency ?? 'gbp' })
    await insertCommunity(trx, content, isDemo, now)
    await refreshScores({ db: trx })
    await upsertSetting(trx, 'demoContent', isDemo)
    await upsertSetting(trx, 'filledAt', now.toISOString())
    await resetIds(trx, engine, site, NUMBERED)
  })
}

let cached: Promise<ContentFiles> | undefined

/** Reading and checking all files takes a tenth of a second, and they do not change while the server runs: one launch reads them for all. */
function cachedContent(): Promise<ContentFiles> {
  cached ??= readContent()
  void cached.catch(() => (cached = undefined))
  return cached
}

/** Whether a site has had its first content. */
export const hasFirstContent = async (db: SiteDatabase) =>
  (await db.selectFrom('settings').select('key').where('key', '=', 'filledAt').executeTakeFirst()) !== undefined
