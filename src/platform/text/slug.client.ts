import transliterate from '@sindresorhus/transliterate'
import { normalizeText } from '#wording/normalize-text.ts'

const DEFAULT_MAX_LENGTH = 120

/**
 * Converts a name to a slug: transliterated to Latin, in lower case, without punctuation, with hyphens instead of spaces.
 * `EV Chargers: A Guide!` gives `ev-chargers-a-guide`, `Блог о тепле` gives `blog-o-teple`.
 * @param maxLength maximum length of the slug
 * @returns the slug; empty for scripts without a transliteration, such as Chinese
 */
export const toSlug = (name: string, maxLength = DEFAULT_MAX_LENGTH): string =>
  // NFKC comes first, because the transliteration table contains `ö` but not `o` with a combining mark.
  normalizeText(transliterate(normalizeText(name, 'NFKC')), 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_/\p{Pd}]+/gu, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxLength)
    .replace(/-$/, '')
