/** Status and publication date of articles. */
import type { Publication } from '#db/tables.ts'

export interface PublicationChange {
  status: Publication
  publishedAt: string | null
}

/** Returns the default status of a new article. */
export const defaultStatus = (publishedAt: string | null, now: number = Date.now()): Publication =>
  publishedAt !== null && Date.parse(publishedAt) > now ? 'scheduled' : 'published'

/**
 * @param before the previous state; undefined for a new article
 * @param isGiven whether the date is part of this change
 * @returns the date to store; undefined if a scheduled article has no date in the future
 */
export function publicationDate(
  requested: PublicationChange,
  before: PublicationChange | undefined,
  isGiven: boolean,
  now: number = Date.now(),
): string | null | undefined {
  const at = requested.publishedAt === null ? undefined : Date.parse(requested.publishedAt)
  const stored = at === undefined ? null : new Date(at).toISOString()
  if (requested.status === 'draft') return stored
  if (requested.status === 'scheduled') {
    const isUnchanged = before?.status === 'scheduled' && before.publishedAt === stored
    return at !== undefined && (at > now || isUnchanged) ? stored : undefined
  }
  // Publishing a scheduled article manually sets the date to now.
  if (at === undefined) return before?.status === 'published' && before.publishedAt ? before.publishedAt : new Date(now).toISOString()
  return at > now && !isGiven ? new Date(now).toISOString() : stored
}
