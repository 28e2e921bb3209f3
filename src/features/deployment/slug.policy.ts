/** Creates the slugs (subdomains) of tenant sites. */
import { toSlug } from '#platform/text/slug.client.ts'

const SLUG_MIN_LENGTH = 3
const SLUG_MAX_LENGTH = 40

/** Slugs that would be misleading, or that an installation uses itself. */
const RESERVED_SLUGS = new Set(
  'admin administrator api app art assets auth billing blog cdn claim dashboard deploy dev docs ftp help host imap info localhost login mail main media ns ns1 ns2 pop root security sign-in sign-up smtp static status support system test uploads www'.split(
    ' ',
  ),
)

/**
 * Returns a slug, at most 40 characters long before a suffix: `green-street` for "Green Street!". Short and reserved slugs get the suffix
 * `-site`. A name without usable letters becomes `new-site`.
 */
export function toSiteSlug(name: string): string {
  const slug = toSlug(name, SLUG_MAX_LENGTH)
  if (slug.length >= SLUG_MIN_LENGTH && !RESERVED_SLUGS.has(slug)) return slug
  return slug ? `${slug}-site` : 'new-site'
}

/** Returns the slug itself for the first attempt and a numbered one for later attempts. @param attempt number of the attempt, from 1 */
export const appendSlugNumber = (slug: string, attempt: number): string => {
  if (attempt <= 1) return slug
  const suffix = `-${attempt}`
  return truncateSlug(slug.slice(0, SLUG_MAX_LENGTH - suffix.length)) + suffix
}

const truncateSlug = (slug: string) => slug.slice(0, SLUG_MAX_LENGTH).replace(/-+$/, '')
