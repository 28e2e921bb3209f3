/** Tombstones: URLs of deleted things that were public return 410 instead of 404. */
import type { Context } from '#platform/contract/context.ts'
import { gone, notFound } from '#platform/contract/errors.ts'
import * as queries from './tombstone.queries.ts'
import { listOldSlugsOf } from './old-slug.queries.ts'

type Db = Pick<Context, 'db'>

/** Records tombstones for the current and all former slugs. Call it in the transaction of the deletion. */
export async function addTombstones(ctx: Db, kind: queries.TombstoneKind, removed: readonly queries.RemovedUrl[]): Promise<void> {
  const formerSlugs =
    kind === 'topic'
      ? []
      : await listOldSlugsOf(
          ctx,
          kind,
          removed.map(({ id }) => id),
        )
  const currentKeys = new Set(removed.map(({ key }) => key))
  const urls = [...removed, ...formerSlugs.filter(({ key }) => !currentKeys.has(key))]
  await queries.upsertTombstones(ctx, kind, urls, new Date().toISOString())
}

/** @param key slug of an article or product, or id of a topic */
export const addTombstone = (ctx: Db, kind: queries.TombstoneKind, id: number, key: string): Promise<void> =>
  addTombstones(ctx, kind, [{ id, key }])

/** Removes the tombstones of a restored thing. */
export const clearTombstone = (ctx: Db, kind: queries.TombstoneKind, id: number): Promise<void> => queries.deleteTombstonesOf(ctx, kind, id)

/** Returns the error to throw if nothing is found: 410 if there is a tombstone, else 404. */
export async function goneOrNotFound(ctx: Db, kind: queries.TombstoneKind, key: string): Promise<Error> {
  return (await queries.hasTombstone(ctx, kind, key)) ? gone(kind) : notFound(kind)
}
