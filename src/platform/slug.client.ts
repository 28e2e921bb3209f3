import { normalizeText } from '#wording/normalize-text.ts'

const MAX_LENGTH = 120
/** Letters that are not another one with an accent. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ł: 'l' }

/**
 * A name as it stands in an address: lowercase, accents and punctuation gone, spaces to hyphens.
 * `EV Chargers: A Guide!` gives `ev-chargers-a-guide`. May be empty.
 */
export const toSlug = (name: string): string =>
  normalizeText(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðþħıł]/g, (letter) => LETTERS[letter] ?? '')
    .replace(/[\s_/\p{Pd}]+/gu, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_LENGTH)
    .replace(/-$/, '')
