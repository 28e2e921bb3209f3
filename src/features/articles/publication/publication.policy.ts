/** When an article appears, by its status. */
import type { Publication } from '#db/tables.ts'

export interface PublicationChange {
  status: Publication
  publishedAt: string | null
}

/** The status of a new article that is sent without one. */
export const defaultStatus = (publishedAt: string | null, now: number = Date.now()): Publication =>
  publishedAt !== null && Date.parse(publishedAt) > now ? 'scheduled' : 'published'

/**
 * @param wanted what the article shall be
 * @param before what it was; undefined for a new one
 * @param isGiven whether the date was sent with this change
 * @returns the date to store; undefined when a scheduled article has none in the future
 */
export function publicationDate(
  wanted: PublicationChange,
  before: PublicationChange | undefined,
  isGiven: boolean,
  now: number = Date.now(),
): string | null | undefined {
  const at = wanted.publishedAt === null ? undefined : Date.parse(wanted.publishedAt)
  const stored = at === undefined ? null : new Date(at).toISOString()
  if (wanted.status === 'draft') return stored
  if (wanted.status === 'scheduled') {
    const isUnchanged = before?.status === 'scheduled' && before.publishedAt === stored
    return at !== undefined && (at > now || isUnchanged) ? stored : undefined
  }
  // Published: an article that waited for its day and is published by hand appears now.
  if (at === undefined) return before?.status === 'published' && before.publishedAt ? before.publishedAt : new Date(now).toISOString()
  return at > now && !isGiven ? new Date(now).toISOString() : stored
}
