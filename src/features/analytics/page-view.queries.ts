import type { Context } from '#platform/contract/context.ts'
import { OTHER_PAGES, type DayOfVisits, type PageOfVisits } from './analytics.contract.ts'
import type { PageSubject } from '#features/pages/page-table.policy.ts'

type Db = Pick<Context, 'db'>

const BATCH_SIZE = 200

/** Adds views to the counts of a day. Further paths than `maxPaths` per day are counted as `OTHER_PAGES`. */
export async function addPageViews({ db }: Db, day: string, paths: ReadonlyMap<string, number>, maxPaths: number): Promise<void> {
  const rows = await db.selectFrom('page_views').select('path').where('day', '=', day).execute()
  const knownPaths = new Set(rows.map(({ path }) => path).filter((path) => path !== OTHER_PAGES))
  const counts = new Map<string, number>()
  for (const [path, views] of [...paths].toSorted(([, a], [, b]) => b - a)) {
    const isListed = path !== OTHER_PAGES && (knownPaths.has(path) || knownPaths.size < maxPaths)
    if (isListed) knownPaths.add(path)
    const name = isListed ? path : OTHER_PAGES
    counts.set(name, (counts.get(name) ?? 0) + views)
  }
  // The rows are sorted, to avoid deadlocks with other processes.
  const values = [...counts].map(([path, views]) => ({ day, path, views })).toSorted((a, b) => (a.path < b.path ? -1 : 1))
  for (let offset = 0; offset < values.length; offset += BATCH_SIZE) {
    await db
      .insertInto('page_views')
      .values(values.slice(offset, offset + BATCH_SIZE))
      .onConflict((oc) =>
        oc.columns(['day', 'path']).doUpdateSet((eb) => ({ views: eb('page_views.views', '+', eb.ref('excluded.views')) })),
      )
      .execute()
  }
}

export async function addVisitorCount({ db }: Db, day: string, visitors: number): Promise<void> {
  await db
    .insertInto('page_visitors')
    .values({ day, visitors })
    .onConflict((oc) => oc.column('day').doUpdateSet((eb) => ({ visitors: eb('page_visitors.visitors', '+', visitors) })))
    .execute()
}

/** Lists the days with page views, from `firstDay` on. */
export async function listVisitDays({ db }: Db, firstDay: string): Promise<DayOfVisits[]> {
  const [views, visitors] = await Promise.all([
    db
      .selectFrom('page_views')
      .select((eb) => ['day', eb.fn.sum<number>('views').as('views')])
      .where('day', '>=', firstDay)
      .groupBy('day')
      .execute(),
    db.selectFrom('page_visitors').select(['day', 'visitors']).where('day', '>=', firstDay).execute(),
  ])
  const visitorsByDay = new Map(visitors.map((row) => [row.day, row.visitors]))
  return views.map((row) => ({ day: row.day, views: Number(row.views), visitors: visitorsByDay.get(row.day) ?? 0 }))
}

export async function listTopPages({ db }: Db, firstDay: string, limit: number): Promise<PageOfVisits[]> {
  const rows = await db
    .selectFrom('page_views')
    .select((eb) => ['path', eb.fn.sum<number>('views').as('views')])
    .where('day', '>=', firstDay)
    .groupBy('path')
    .orderBy('views', 'desc')
    .orderBy('path')
    .limit(limit)
    .execute()
  return rows.map(({ path, views }) => ({ path, views: Number(views) }))
}

export async function deletePageViewsBefore({ db }: Db, day: string): Promise<void> {
  await db.deleteFrom('page_views').where('day', '<', day).execute()
  await db.deleteFrom('page_visitors').where('day', '<', day).execute()
}

/** Returns whether the subject of a page exists and is public. */
export async function hasPageSubject({ db }: Db, kind: PageSubject, name: string): Promise<boolean> {
  const id = Number(name)
  const queryByKind = {
    article: () => db.selectFrom('articles').select('id').where('slug', '=', name).where('status', '=', 'published').executeTakeFirst(),
    'expert article': () => db.selectFrom('expert_articles').select('id').where('id', '=', id).executeTakeFirst(),
    topic: () => db.selectFrom('topics').select('id').where('id', '=', id).where('status', '=', 'visible').executeTakeFirst(),
    product: () => db.selectFrom('products').select('id').where('slug', '=', name).executeTakeFirst(),
    category: () => db.selectFrom('categories').select('id').where('slug', '=', name).executeTakeFirst(),
    issue: () =>
      db.selectFrom('newsletter_issues').select('id').where('id', '=', id).where('started_at', 'is not', null).executeTakeFirst(),
    figure: () => db.selectFrom('figures').select('id').where('key', '=', name).executeTakeFirst(),
    user: () => db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst(),
  }
  return (await queryByKind[kind]()) !== undefined
}
