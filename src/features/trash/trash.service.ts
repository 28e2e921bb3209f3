/**
 * What is deleted leaves its tables and lies here whole, as JSON, for thirty days. So the public queries need no
 * "not deleted" condition, and a restored thing is what it was, with the same ids.
 */
import { record } from '#features/audit/audit.service.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/context.ts'
import type { Listed, Paging } from '#platform/endpoint.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { TRASH_DAYS, type TrashItem, type TrashKind } from './trash.contract.ts'
import * as queries from './trash.queries.ts'

/** Rows by table, in the order in which they can be put back. `links` is for what else a restore must mend. */
export interface TrashedRows {
  tables: [keyof Tables, object[]][]
  links?: Record<string, number[]>
}

/** How a kind comes back: `rows` has been read, nothing has been put back yet. Runs in the transaction of the restore. */
export type Restorer = (ctx: Context, kept: { subjectId: number; title: string }, rows: TrashedRows) => Promise<void>

/** What else goes when a thing goes for good: what was said of it outside its own rows. Runs in the transaction of the removal. */
export type Forgetter = (ctx: Pick<Context, 'db'>, kept: { subjectId: number }, rows: TrashedRows) => Promise<void>
export type Forgetters = Partial<Record<TrashKind, Forgetter>>

/**
 * Keeps the rows; the caller deletes them in the same transaction.
 * @returns the id to bring them back with
 */
export async function moveToTrash(
  ctx: Pick<Context, 'db' | 'viewer'>,
  { kind, subjectId, title, rows }: { kind: TrashKind; subjectId: number; title: string; rows: TrashedRows },
): Promise<number> {
  const trashId = await queries.insert(ctx, {
    kind,
    subjectId,
    title,
    rows: JSON.stringify(rows),
    deletedAt: new Date().toISOString(),
    deletedBy: ctx.viewer?.id ?? null,
  })
  await record(ctx, { action: `${kind}.delete`, subject: { type: kind, id: subjectId, title } })
  return trashId
}

export const listTrash = (ctx: Context, { kind, ...paging }: Paging & { kind?: TrashKind | undefined }): Promise<Listed<TrashItem>> =>
  queries.list(ctx, kind, paging)

/** Takes a thing out of the trash and gives it to the restorer of its kind. All or nothing. */
export async function restore(
  ctx: Context,
  id: number,
  restorers: Record<TrashKind, Restorer>,
): Promise<{ kind: TrashKind; subjectId: number }> {
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    const kept = await queries.find(inside, id)
    if (!kept || !(await queries.remove(inside, id))) throw notFound('trash')
    await restorers[kept.kind](inside, kept, JSON.parse(kept.rows) as TrashedRows)
    await record(inside, { action: `${kept.kind}.restore`, subject: { type: kept.kind, id: kept.subjectId, title: kept.title } })
    return { kind: kept.kind, subjectId: kept.subjectId }
  })
}

/**
 * Puts the rows back as they were. @throws AppError 409 when something of theirs is taken by now, or what they belong to is gone
 */
export async function putBack(ctx: Pick<Context, 'db'>, rows: TrashedRows): Promise<void> {
  try {
    for (const [table, some] of rows.tables) await queries.putBack(ctx, table, some)
  } catch (fault) {
    if (/unique|duplicate|foreign key/i.test(String((fault as Error).message)))
      throw conflict('trash.in_the_way', 'This cannot be brought back: its address is taken, or what it belonged to is gone.')
    throw fault
  }
}

export async function removeForGood(ctx: Context, id: number, forgetters: Forgetters): Promise<{ ok: true }> {
  const kept = await queries.find(ctx, id)
  if (!kept) throw notFound('trash')
  await ctx.db.transaction().execute(async (db) => {
    await queries.remove({ db }, id)
    const subject = { type: kept.kind, id: kept.subjectId, title: kept.title }
    await record({ ...ctx, db }, { action: `${kept.kind}.remove_for_good`, subject })
    await forget({ db }, kept, forgetters)
  })
  return { ok: true }
}

/** The job: what has lain here for thirty days goes for good. */
export async function emptyTrash(ctx: Pick<Context, 'db'>, forgetters: Forgetters, now = Date.now()): Promise<void> {
  const at = new Date(now - TRASH_DAYS * 86_400_000).toISOString()
  for (const id of await queries.listOlderOf(ctx, Object.keys(forgetters), at))
    await ctx.db.transaction().execute(async (db) => {
      const kept = await queries.find({ db }, id)
      if (kept && (await queries.remove({ db }, id))) await forget({ db }, kept, forgetters)
    })
  await queries.removeOlderThan(ctx, at)
}

const forget = async (ctx: Pick<Context, 'db'>, kept: queries.Kept, forgetters: Forgetters): Promise<void> =>
  forgetters[kept.kind]?.(ctx, kept, JSON.parse(kept.rows) as TrashedRows)
