import transliterate from '@sindresorhus/transliterate'
import { normalizeText } from '#wording/normalize-text.ts'

const MAX_LENGTH = 120

/**
 * Converts a name to a slug: transliterated to Latin, lower case, without punctuation, with hyphens for spaces.
 * `EV Chargers: A Guide!` gives `ev-chargers-a-guide`, `Блог о тепле` gives `blog-o-teple`. Empty for scripts without a transliteration.
 */
export const toSlug = (name: string, maxLength = MAX_LENGTH): string =>
  // NFKC first: the transliteration table contains `ö`, not `o` with a combining mark.
  normalizeText(transliterate(normalizeText(name, 'NFKC')), 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_/\p{Pd}]+/gu, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxLength)
    .replace(/-$/, '')
