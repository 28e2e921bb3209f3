/** Slugs (subdomains) of launched sites. */
import { toSlug } from '#platform/text/slug.client.ts'

const SLUG_MIN_LENGTH = 3
const SLUG_MAX_LENGTH = 40

/** Misleading names, and names that an installation uses itself. */
const RESERVED = new Set(
  'admin administrator api app art assets auth billing blog cdn claim dashboard deploy dev docs ftp help host imap info localhost login mail main media ns ns1 ns2 pop root security sign-in sign-up smtp static status support system test uploads www'.split(
    ' ',
  ),
)

/**
 * Returns a slug of 3 to 40 characters: "Green Street!" → `green-street`. Short and reserved ones get the suffix `-site`; a name without
 * usable letters becomes `new-site`.
 */
export function toSiteSlug(name: string): string {
  const slug = toSlug(name, SLUG_MAX_LENGTH)
  if (slug.length >= SLUG_MIN_LENGTH && !RESERVED.has(slug)) return slug
  return slug ? `${slug}-site` : 'new-site'
}

/** Returns the slug for the first attempt, then numbered ones, for slugs that are taken. @param attempt from 1 */
export const appendSlugNumber = (slug: string, attempt: number): string => {
  if (attempt <= 1) return slug
  const suffix = `-${attempt}`
  return truncate(slug.slice(0, SLUG_MAX_LENGTH - suffix.length)) + suffix
}

const truncate = (slug: string) => slug.slice(0, SLUG_MAX_LENGTH).replace(/-+$/, '')
