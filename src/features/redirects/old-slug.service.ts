/** A thing whose slug was changed is still found under the old one, until another thing takes it. */
import type { Context } from '#platform/contract/context.ts'
import * as gone from './tombstone.queries.ts'
import * as queries from './old-slug.queries.ts'

/** Notes a changed slug. Call it in the transaction of the change. */
export async function recordSlugChange(
  ctx: Pick<Context, 'db'>,
  kind: queries.SluggedKind,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await claimSlug(ctx, kind, to)
  await queries.upsertOldSlug(ctx, kind, from, id)
}

/** The slug is somebody's own now: nothing else is found under it any more. */
export async function claimSlug(ctx: Pick<Context, 'db'>, kind: queries.SluggedKind, slug: string): Promise<void> {
  await queries.deleteOldSlug(ctx, kind, slug)
  await gone.deleteTombstone(ctx, kind, slug)
}

/** The id of the thing that once had this slug. */
export const resolveOldSlug = queries.findIdByOldSlug

/** The thing is gone for good, and its old addresses with it. */
export const removeOldSlugs = queries.deleteOldSlugsOf
