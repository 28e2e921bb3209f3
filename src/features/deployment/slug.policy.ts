/** The part of a copy's address that comes from its name. */
import { toSlug } from '#platform/text/slug.client.ts'

const SLUG_MIN_LENGTH = 3
const SLUG_MAX_LENGTH = 40

/** Names that would mislead, or that an installation needs for itself. */
const RESERVED = new Set(
  'admin administrator api app art assets auth billing blog cdn claim dashboard deploy dev docs ftp help host imap info localhost login mail main media ns ns1 ns2 pop root security sign-in sign-up smtp static status support system test uploads www'.split(
    ' ',
  ),
)

/**
 * A slug of 3 to 40 characters: "Green Street!" → `green-street`.
 * A name without a usable letter, one too short and a reserved one get `-site` behind them.
 */
export function toSiteSlug(name: string): string {
  const slug = toSlug(name, SLUG_MAX_LENGTH)
  if (slug.length >= SLUG_MIN_LENGTH && !RESERVED.has(slug)) return slug
  return slug ? `${slug}-site` : 'new-site'
}

/** The slug itself, then with a number behind it: what to try when one is taken. */
export const appendSlugNumber = (slug: string, attempt: number): string => {
  if (attempt <= 1) return slug
  const ending = `-${attempt}`
  return trimmed(slug.slice(0, SLUG_MAX_LENGTH - ending.length)) + ending
}

const trimmed = (slug: string) => slug.slice(0, SLUG_MAX_LENGTH).replace(/-+$/, '')
