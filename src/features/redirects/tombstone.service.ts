/** What was public and was deleted: its address says so (410) rather than that nobody ever heard of it (404). */
import type { Context } from '#platform/contract/context.ts'
import { gone, notFound } from '#platform/contract/errors.ts'
import * as queries from './tombstone.queries.ts'
import { listOldSlugsOf } from './old-slug.queries.ts'

type Db = Pick<Context, 'db'>

/** Notes deletions, in their transaction: the addresses themselves, and those from before that led there. */
export async function addTombstones(ctx: Db, kind: queries.TombstoneKind, left: readonly queries.RemovedUrl[]): Promise<void> {
  const before =
    kind === 'topic'
      ? []
      : await listOldSlugsOf(
          ctx,
          kind,
          left.map(({ id }) => id),
        )
  const now = new Set(left.map(({ key }) => key))
  await queries.upsertTombstones(ctx, kind, [...left, ...before.filter(({ key }) => !now.has(key))], new Date().toISOString())
}

/** @param key the slug of an article or product, the id of a topic */
export const addTombstone = (ctx: Db, kind: queries.TombstoneKind, id: number, key: string): Promise<void> =>
  addTombstones(ctx, kind, [{ id, key }])

/** It is back from the trash. */
export const clearTombstone = (ctx: Db, kind: queries.TombstoneKind, id: number): Promise<void> => queries.deleteTombstonesOf(ctx, kind, id)

/** What to throw where nothing is found: 410 where it was once, else 404. `what` is the noun of the message. */
export async function goneOrNotFound(ctx: Db, kind: queries.TombstoneKind, key: string): Promise<Error> {
  return (await queries.hasTombstone(ctx, kind, key)) ? gone(kind) : notFound(kind)
}
