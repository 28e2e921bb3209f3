/** Manages tombstones, which make the URLs of deleted public items return 410 instead of 404. */
import type { Context } from '#platform/contract/context.ts'
import { gone, notFound } from '#platform/contract/errors.ts'
import * as queries from './tombstone.queries.ts'
import { listOldSlugsOf } from './old-slug.queries.ts'

type DbContext = Pick<Context, 'db'>

/** Records tombstones for the current and all former slugs of deleted items. Call in the transaction of the deletion. */
export async function addTombstones(
  ctx: DbContext,
  kind: queries.TombstoneKind,
  removedUrls: readonly queries.RemovedUrl[],
): Promise<void> {
  const formerSlugs =
    kind === 'topic'
      ? []
      : await listOldSlugsOf(
          ctx,
          kind,
          removedUrls.map(({ id }) => id),
        )
  const currentKeys = new Set(removedUrls.map(({ key }) => key))
  const urls = [...removedUrls, ...formerSlugs.filter(({ key }) => !currentKeys.has(key))]
  await queries.upsertTombstones(ctx, kind, urls, new Date().toISOString())
}

/** @param key the slug of an article or product, or the id of a topic */
export const addTombstone = (ctx: DbContext, kind: queries.TombstoneKind, id: number, key: string): Promise<void> =>
  addTombstones(ctx, kind, [{ id, key }])

/** Removes all tombstones of a restored item. */
export const clearTombstone = (ctx: DbContext, kind: queries.TombstoneKind, id: number): Promise<void> =>
  queries.deleteTombstonesOf(ctx, kind, id)

/** Returns the error for a URL without an item: 410 if it has a tombstone, else 404. */
export async function goneOrNotFound(ctx: DbContext, kind: queries.TombstoneKind, key: string): Promise<Error> {
  return (await queries.hasTombstone(ctx, kind, key)) ? gone(kind) : notFound(kind)
}
