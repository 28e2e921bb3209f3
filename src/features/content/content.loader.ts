/** Seeds a new site: with the demo content, the starter subset, or only categories and badges. */
import type { EngineName } from '#db/engine.ts'
import { resetIds } from '#db/open-site.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { seedReferenceValues } from '#features/figures/figure-seed.service.ts'
import { refreshScores } from '#features/products/scores/score.service.ts'
import { upsertSetting } from '#features/sites/setting.queries.ts'
import { insertCommunity, insertGuest } from './community.queries.ts'
import { readContent, type ContentFiles } from './content.files.ts'
import { insertCatalogue } from './catalogue.queries.ts'
import { selectEmptyContent, selectStarterContent, type NewSiteOptions } from './starter.policy.ts'

/** Tables whose ids are inserted explicitly, so that their sequences must be reset. */
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
 * @param now time to which `ago` in the files is relative
 * @param options the new site's features and currency, to which the starter content is limited
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
  const all = await cachedContent()
  const content = kind === 'demo' ? all : kind === 'starter' ? selectStarterContent(all, options) : selectEmptyContent(all)
  await db.transaction().execute(async (trx) => {
    const isDemo = kind === 'demo'
    await insertGuest(trx, now)
    await seedReferenceValues(trx, now)
    await insertCatalogue(trx, content, { isDemo, now, currency: options?.currency ?? 'gbp' })
    await insertCommunity(trx, content, isDemo, now)
    await refreshScores({ db: trx })
    await upsertSetting(trx, 'demoContent', isDemo)
    await upsertSetting(trx, 'filledAt', now.toISOString())
    await resetIds(trx, engine, site, TABLES_WITH_FIXED_IDS)
  })
}

let cached: Promise<ContentFiles> | undefined

/** Memoised, as reading and validating takes 100 ms and the files do not change while the server runs. */
function cachedContent(): Promise<ContentFiles> {
  cached ??= readContent()
  void cached.catch(() => (cached = undefined))
  return cached
}

/** Whether a site was seeded. */
export const isSeeded = async (db: SiteDatabase) =>
  (await db.selectFrom('settings').select('key').where('key', '=', 'filledAt').executeTakeFirst()) !== undefined
