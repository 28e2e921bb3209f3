/** What was public and was deleted: its address says so (410) rather than that nobody ever heard of it (404). */
import type { Context } from '#platform/context.ts'
import { gone, notFound } from '#platform/errors.ts'
import * as queries from './gone.queries.ts'
import { listSlugsOf } from './old-slug.queries.ts'

type Db = Pick<Context, 'db'>

/** Notes a deletion, in its transaction: the address itself, and those from before that led there. */
export async function leaveAddress(ctx: Db, kind: queries.GoneKind, id: number, key: string): Promise<void> {
  const before = kind === 'topic' ? [] : await listSlugsOf(ctx, kind, id)
  await queries.put(ctx, kind, [key, ...before], id, new Date().toISOString())
}

/** It is back from the trash. */
export const comeBack = (ctx: Db, kind: queries.GoneKind, id: number): Promise<void> => queries.removeAllOf(ctx, kind, [id])

/** What to throw where nothing is found: 410 where it was once, else 404. `what` is the noun of the message. */
export async function missing(ctx: Db, kind: queries.GoneKind, key: string): Promise<Error> {
  return (await queries.isThere(ctx, kind, key)) ? gone(kind) : notFound(kind)
}
