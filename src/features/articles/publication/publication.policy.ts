/** Determines the status and publication date of articles. */
import type { Publication } from '#db/tables.ts'

export interface PublicationChange {
  status: Publication
  publishedAt: string | null
}

/** Returns the status of a new article for which none was submitted. */
export const defaultStatus = (publishedAt: string | null, now: number = Date.now()): Publication =>
  publishedAt !== null && Date.parse(publishedAt) > now ? 'scheduled' : 'published'

/**
 * Returns the publication date to store, or undefined if a scheduled article has no date in the future.
 * @param before previous state; undefined for a new article
 * @param isDateSubmitted whether the date is part of this change
 */
export function publicationDate(
  requested: PublicationChange,
  before: PublicationChange | undefined,
  isDateSubmitted: boolean,
  now: number = Date.now(),
): string | null | undefined {
  const requestedMs = requested.publishedAt === null ? undefined : Date.parse(requested.publishedAt)
  const stored = requestedMs === undefined ? null : new Date(requestedMs).toISOString()
  if (requested.status === 'draft') return stored
  if (requested.status === 'scheduled') {
    const isUnchanged = before?.status === 'scheduled' && before.publishedAt === stored
    return requestedMs !== undefined && (requestedMs > now || isUnchanged) ? stored : undefined
  }
  // Publishing without a date, or publishing a scheduled article before its date, sets the date to now.
  if (requestedMs === undefined)
    return before?.status === 'published' && before.publishedAt ? before.publishedAt : new Date(now).toISOString()
  return requestedMs > now && !isDateSubmitted ? new Date(now).toISOString() : stored
}
