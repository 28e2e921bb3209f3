import transliterate from '@sindresorhus/transliterate'
import { normalizeText } from '#wording/normalize-text.ts'

const MAX_LENGTH = 120

/**
 * A name as it is written in a URL: transliterated to Latin, lower case, punctuation removed, blanks replaced by hyphens.
 * `EV Chargers: A Guide!` gives `ev-chargers-a-guide`, `Блог о тепле` gives `blog-o-teple`. Empty for scripts without a transliteration.
 */
export const toSlug = (name: string, maxLength = MAX_LENGTH): string =>
  // Composed first: the table has `ö`, not `o` with an accent.
  normalizeText(transliterate(normalizeText(name, 'NFKC')), 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_/\p{Pd}]+/gu, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxLength)
    .replace(/-$/, '')
