/** A thing whose slug was changed is still found under the old one, until another thing takes it. */
import type { Context } from '#platform/context.ts'
import * as gone from './gone.queries.ts'
import * as queries from './old-slug.queries.ts'

/** Notes a changed slug. Call it in the transaction of the change. */
export async function changeAddress(
  ctx: Pick<Context, 'db'>,
  kind: queries.Kind,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await takeAddress(ctx, kind, to)
  await queries.put(ctx, kind, from, id)
}

/** The slug is somebody's own now: nothing else is found under it any more. */
export async function takeAddress(ctx: Pick<Context, 'db'>, kind: queries.Kind, slug: string): Promise<void> {
  await queries.remove(ctx, kind, slug)
  await gone.remove(ctx, kind, slug)
}

/** The id of the thing that once had this slug. */
export const findByOldAddress = queries.findSubject

/** The thing is gone for good, and its old addresses with it. */
export const forgetAddresses = queries.removeAllOf
