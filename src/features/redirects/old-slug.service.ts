/** Resolves former slugs, until another thing takes them. */
import type { Context } from '#platform/contract/context.ts'
import * as tombstones from './tombstone.queries.ts'
import * as queries from './old-slug.queries.ts'

/** Records a changed slug. Call it in the transaction of the change. */
export async function recordSlugChange(
  ctx: Pick<Context, 'db'>,
  kind: queries.SluggedKind,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await claimSlug(ctx, kind, to)
  await queries.upsertOldSlug(ctx, kind, from, id)
}

/** Removes redirects and tombstones of a slug that is now in use. */
export async function claimSlug(ctx: Pick<Context, 'db'>, kind: queries.SluggedKind, slug: string): Promise<void> {
  await queries.deleteOldSlug(ctx, kind, slug)
  await tombstones.deleteTombstone(ctx, kind, slug)
}

/** Returns the id of the thing that formerly had this slug. */
export const resolveOldSlug = queries.findIdByOldSlug

/** Call it when the thing is permanently deleted. */
export const removeOldSlugs = queries.deleteOldSlugsOf
