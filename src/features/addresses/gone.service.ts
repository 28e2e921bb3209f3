/** What was public and was deleted: its address says so (410) rather than that nobody ever heard of it (404). */
import type { Context } from '#platform/context.ts'
import { gone, notFound } from '#platform/errors.ts'
import * as queries from './gone.queries.ts'
import { listSlugsOf } from './old-slug.queries.ts'

type Db = Pick<Context, 'db'>

/** Notes deletions, in their transaction: the addresses themselves, and those from before that led there. */
export async function leaveAddresses(ctx: Db, kind: queries.GoneKind, left: readonly queries.Left[]): Promise<void> {
  const before =
    kind === 'topic'
      ? []
      : await listSlugsOf(
          ctx,
          kind,
          left.map(({ id }) => id),
        )
  const now = new Set(left.map(({ key }) => key))
  await queries.put(ctx, kind, [...left, ...before.filter(({ key }) => !now.has(key))], new Date().toISOString())
}

/** @param key the slug of an article or product, the id of a topic */
export const leaveAddress = (ctx: Db, kind: queries.GoneKind, id: number, key: string): Promise<void> =>
  leaveAddresses(ctx, kind, [{ id, key }])

/** It is back from the trash. */
export const comeBack = (ctx: Db, kind: queries.GoneKind, id: number): Promise<void> => queries.removeAllOf(ctx, kind, id)

/** What to throw where nothing is found: 410 where it was once, else 404. `what` is the noun of the message. */
export async function missing(ctx: Db, kind: queries.GoneKind, key: string): Promise<Error> {
  return (await queries.isThere(ctx, kind, key)) ? gone(kind) : notFound(kind)
}
