/**
 * Moves deleted rows from their tables to the trash, where they stay as JSON for thirty days. Unlike with soft deletes, queries need no
 * "not deleted" condition. Restored rows have their original ids.
 */
import { findLowest } from '#db/find-lowest.ts'
import { addMs, type NextDue } from '#platform/jobs/jobs.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import type { Tables } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { conflict, forbidden, notFound, unauthorized } from '#platform/contract/errors.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { OWN_RESTORE_MS, TRASH_DAYS, type DeletedPost, type OwnPostKind, type TrashItem, type TrashKind } from './trash.contract.ts'
import * as queries from './trash.queries.ts'

/** Rows by table, in the order in which they can be inserted. `links` are ids of other rows whose references a restore must repair. */
export interface TrashedRows {
  tables: [keyof Tables, object[]][]
  links?: Record<string, number[]>
}

/** Restores an item by inserting its rows. Runs in the transaction of the restore. */
export type RestoreHook = (ctx: Context, item: { subjectId: number; title: string }, rows: TrashedRows) => Promise<void>

/** Deletes related data outside the rows of an item when the item is purged. Runs in the transaction of the purge. */
export type PurgeHook = (ctx: Pick<Context, 'db'>, item: { subjectId: number }, rows: TrashedRows) => Promise<void>
export type PurgeHooks = Partial<Record<TrashKind, PurgeHook>>

/**
 * Stores the rows in the trash; the caller deletes them in the same transaction.
 * @param authorId author of a post, who can restore it for a day if they are the viewer
 * @returns the trash id, by which the item can be restored
 */
export async function moveToTrash(
  ctx: Pick<Context, 'db' | 'viewer'>,
  { kind, subjectId, title, rows, authorId }: { kind: TrashKind; subjectId: number; title: string; rows: TrashedRows; authorId?: number },
): Promise<number> {
  const trashId = await queries.insertTrash(ctx, {
    kind,
    subjectId,
    title,
    rows: JSON.stringify(rows),
    deletedAt: new Date().toISOString(),
    deletedBy: ctx.viewer?.id ?? null,
    isByAuthor: authorId !== undefined && authorId === ctx.viewer?.id,
  })
  await recordAudit(ctx, { action: `${kind}.delete`, subject: { type: kind, id: subjectId, title } })
  return trashId
}

export const listTrash = (ctx: Context, { kind, ...paging }: Paging & { kind?: TrashKind | undefined }): Promise<ListResult<TrashItem>> =>
  queries.listTrashRows(ctx, kind, paging)

/** Restores an item by the hook of its kind, in one transaction. @throws AppError 404 if it is not in the trash, 409 as `restoreRows` */
export async function restoreFromTrash(
  ctx: Context,
  id: number,
  restoreHooks: Record<TrashKind, RestoreHook>,
): Promise<{ kind: TrashKind; subjectId: number }> {
  return ctx.db.transaction().execute((db) => restoreTrashItem({ ...ctx, db }, id, restoreHooks))
}

/** Restores an item in the caller's transaction. @throws AppError 404, 409 */
export async function restoreTrashItem(
  trxCtx: Context,
  id: number,
  restoreHooks: Partial<Record<TrashKind, RestoreHook>>,
): Promise<{ kind: TrashKind; subjectId: number }> {
  const item = await queries.findTrash(trxCtx, id)
  if (!item || !(await queries.deleteTrash(trxCtx, id))) throw notFound('trash')
  await restoreHooks[item.kind]?.(trxCtx, item, JSON.parse(item.rows) as TrashedRows)
  await recordAudit(trxCtx, { action: `${item.kind}.restore`, subject: { type: item.kind, id: item.subjectId, title: item.title } })
  return { kind: item.kind, subjectId: item.subjectId }
}

/**
 * Restores a post that the member has deleted, in the caller's transaction.
 * @throws AppError 404 if it is not in the trash, 403 if someone else deleted it or after 24 hours, 409 as `restoreRows`
 */
export async function restoreOwnPost(trxCtx: Context, { kind, id, userId }: OwnPost, restore: RestoreHook): Promise<void> {
  const item = await queries.findNewestTrashOf(trxCtx, kind, id)
  if (!item) throw notFound(kind)
  if (!item.isByAuthor || item.deletedBy !== userId)
    throw forbidden('trash.not_yours', 'You can only restore what you have deleted yourself.')
  if (Date.parse(item.deletedAt) < Date.now() - OWN_RESTORE_MS)
    throw forbidden('trash.too_late', 'You can only undo a deletion within 24 hours.')
  await restoreTrashItem(trxCtx, item.id, { [kind]: restore })
}

interface OwnPost {
  kind: OwnPostKind
  id: number
  userId: number
}

/** Lists the posts that the viewer has deleted and can restore, newest first. */
export async function listDeletedPosts(ctx: Context, paging: Paging): Promise<ListResult<DeletedPost>> {
  if (!ctx.viewer) throw unauthorized()
  return queries.listTrashOfAuthor(ctx, ctx.viewer.id, new Date(Date.now() - OWN_RESTORE_MS).toISOString(), paging)
}

/**
 * Makes a post that its author has deleted one that a moderator has removed, so that the author cannot restore it.
 * @returns the trash id; null if no post was deleted by its author
 */
export async function takeOverDeletion(ctx: Pick<Context, 'db' | 'viewer'>, kind: OwnPostKind, subjectId: number): Promise<number | null> {
  const item = await queries.findNewestTrashOf(ctx, kind, subjectId)
  if (!item?.isByAuthor) return null
  await queries.updateDeletion(ctx, item.id, { deletedBy: ctx.viewer?.id ?? null, isByAuthor: false })
  return item.id
}

/**
 * Inserts the rows. @throws AppError 409 if a unique value has been taken meanwhile, or a referenced row was deleted
 */
export async function restoreRows(ctx: Pick<Context, 'db'>, rows: TrashedRows): Promise<void> {
  try {
    for (const [table, tableRows] of rows.tables) await queries.insertRestoredRows(ctx, table, tableRows)
  } catch (error) {
    if (/unique|duplicate|foreign key/i.test(toError(error).message))
      throw conflict('trash.in_the_way', 'This cannot be restored: its address is in use, or what it belonged to has been deleted.')
    throw error
  }
}

export async function purgeFromTrash(ctx: Context, id: number, purgeHooks: PurgeHooks): Promise<{ ok: true }> {
  await ctx.db.transaction().execute(async (db) => {
    const item = await queries.findTrash({ db }, id)
    if (!item || !(await queries.deleteTrash({ db }, id))) throw notFound('trash')
    const subject = { type: item.kind, id: item.subjectId, title: item.title }
    await recordAudit({ ...ctx, db }, { action: `${item.kind}.remove_for_good`, subject })
    await purge({ db }, item, purgeHooks)
  })
  return { ok: true }
}

/** Runs as a job: deletes items permanently after thirty days. @returns when the next item is due */
export async function emptyTrash(ctx: Pick<Context, 'db'>, purgeHooks: PurgeHooks, now = Date.now()): Promise<NextDue> {
  const retentionMs = TRASH_DAYS * 86_400_000
  const deletedBefore = new Date(now - retentionMs).toISOString()
  for (const id of await queries.listTrashOfKindsBefore(ctx, Object.keys(purgeHooks), deletedBefore))
    await ctx.db.transaction().execute(async (db) => {
      const item = await queries.findTrash({ db }, id)
      if (item && (await queries.deleteTrash({ db }, id))) await purge({ db }, item, purgeHooks)
    })
  await queries.deleteTrashBefore(ctx, deletedBefore)
  return addMs(await findLowest(ctx.db, 'trash', 'deleted_at'), retentionMs)
}

const purge = async (ctx: Pick<Context, 'db'>, item: queries.TrashRow, purgeHooks: PurgeHooks): Promise<void> =>
  purgeHooks[item.kind]?.(ctx, item, JSON.parse(item.rows) as TrashedRows)
