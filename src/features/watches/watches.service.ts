import { lockRowColumns } from '#db/lock-row.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { badRequest, conflict, notFound, unauthorized } from '#platform/contract/errors.ts'
import { MAX_WATCHES } from './watch-limits.policy.ts'
import type { NewWatch, Watch, WatchListQuery } from './watches.contract.ts'
import * as queries from './watches.queries.ts'

const getViewerId = ({ viewer }: Context): number => {
  if (!viewer) throw unauthorized()
  return viewer.id
}

export async function listWatches(ctx: Context, query: WatchListQuery): Promise<ListResult<Watch>> {
  const { rows, total } = await queries.listWatchRows(ctx, getViewerId(ctx), query, query)
  return { items: await addSubjects(ctx, rows), total }
}

/** Starts watching. @throws AppError 400 for the member themselves, 404 if the page is not available, 409 `watch.limit` */
export async function addWatch(ctx: Context, subject: NewWatch) {
  const userId = getViewerId(ctx)
  if (subject.kind === 'user' && subject.id === userId) throw badRequest('You cannot watch yourself.')
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockRowColumns(db, 'users', userId)
    if (await queries.hasWatch(trxCtx, userId, subject)) return
    const [watch] = await addSubjects(trxCtx, [{ ...subject, createdAt: '' }])
    if (!watch?.subject || (subject.kind === 'user' && subject.id === GUEST_ID)) throw notFound(subject.kind)
    if ((await queries.countWatches(trxCtx, userId)) >= MAX_WATCHES)
      throw conflict('watch.limit', `You watch ${MAX_WATCHES} pages, which is the most. Stop watching one first.`)
    await queries.insertWatch(trxCtx, userId, subject)
  })
  return { ...subject, isWatching: true }
}

export async function removeWatch(ctx: Context, subject: NewWatch) {
  await queries.deleteWatch(ctx, getViewerId(ctx), subject)
  return { ...subject, isWatching: false }
}

type Row = Omit<Watch, 'subject'>

const toPath = (kind: Watch['kind'], id: number, slug: string): string => {
  if (kind === 'category') return pathTo('/category/:slug', { slug })
  if (kind === 'product') return pathTo('/products/:slug', { slug })
  return kind === 'user' ? pathTo('/user/:id', { id }) : pathTo('/forum/:id', { id })
}

/** Adds the pages to watches, with one query for each kind. */
async function addSubjects(ctx: Context, rows: readonly Row[]): Promise<Watch[]> {
  const { features } = ctx.site.settings
  const viewerId = getViewerId(ctx)
  const isOn = { category: true, product: features.products, user: features.userAccounts, topic: features.forums }
  const subjects = new Map<string, Watch['subject']>()
  for (const kind of new Set(rows.map((row) => row.kind))) {
    if (!isOn[kind]) continue
    const ids = rows.flatMap((row) => (row.kind === kind ? row.id : []))
    for (const { id, title, ...rest } of await queries.SUBJECT_FINDERS[kind](ctx, ids, viewerId))
      subjects.set(`${kind} ${id}`, {
        title: title || 'Unknown User',
        path: toPath(kind, id, 'slug' in rest ? String(rest.slug) : ''),
        isDemo: 'isDemo' in rest && Boolean(rest.isDemo),
        ...('status' in rest && rest.status === 'waiting' ? { isWaiting: true } : {}),
      })
  }
  return rows.map(({ kind, id, createdAt }) => ({ kind, id, createdAt, subject: subjects.get(`${kind} ${id}`) ?? null }))
}
