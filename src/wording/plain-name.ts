/**
 * Validates the names that users choose for sites and members. Names are shown in mails, headers and lists, where a web address would become a
 * link, and invisible characters would make one name look like another. Server and browser use this module.
 */
import { normalizeText } from './normalize-text.ts'

/** Matches bidi controls, zero-width characters, fillers and other characters without a visible glyph. U+2800 is the blank Braille pattern. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** Matches a letter of the scripts that do not join letters. Valid joiners are ZWJ and variation selectors within emoji, and ZWNJ and ZWJ between letters of all other scripts. */
const SEPARATE_LETTER = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]`
const JOINER_PATTERN = new RegExp(
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})[\ufe0e\ufe0f]|(?<=(?!${SEPARATE_LETTER})[\p{L}\p{M}])[\u200c\u200d](?=(?!${SEPARATE_LETTER})\p{L})`,
  'gu',
)
const VISIBLE_CHARACTER = /[\p{L}\p{N}\p{Extended_Pictographic}]/u

/** Matches letters with marks, digits, emoji, hyphens and underscores, because mail clients link more than valid host names (RFC 5891). */
const LABEL = String.raw`[\p{L}\p{N}\p{M}\p{So}\p{Sk}\u200d_-]{1,63}`
/** Maximum number of labels before the last one, as a host name has at most 127. The limit also bounds the time for hostile texts. */
const MAX_LABELS = 126
const TOP_LEVEL = String.raw`(?:xn--[a-z0-9-]{2,59}|(?:\p{L}\p{M}*){2,63})`
/**
 * Matches `example.com` and `heatpumps.co.uk`: labels with dots, of which the last consists of letters. Surrounding characters do not matter,
 * because mail clients also link `-example.com`, `example.com-now` and `…example.com`.
 */
const DOMAIN = String.raw`(?:${LABEL}\.){1,${MAX_LABELS}}${TOP_LEVEL}`
const IP_ADDRESS = String.raw`\d{1,3}(?:\.\d{1,3}){3}`
/** Matches a scheme, `www.`, an email address, or a domain or IP address, each with what follows it. */
const WEB_ADDRESS = new RegExp(
  String.raw`[\p{L}][\p{L}\p{N}+.-]{0,30}:\/\/\S*|\b(?:https?|mailto|tel|sms|javascript|data):\S*|(?<![\p{L}\p{N}])www\.\S*|(?:[^\s@<>()"]{1,64}@)?(?:${DOMAIN}|${IP_ADDRESS})(?::\d{1,5})?(?:[/?#]\S*)?`,
  'giu',
)
const PLAIN_LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`
const ONLY_A_DOMAIN = new RegExp(String.raw`^(?:${PLAIN_LABEL}\.)+${TOP_LEVEL}$`, 'iu')

/** Matches dots that browsers map to `.` (UTS 46), and middle dots before a Latin letter or a digit, which look like one (`evil·com`). */
const DOT_PATTERN = /[\u3002\uff0e\uff61]|[\u00b7\u2022\u2027\u2219\u22c5\u2e31\u2e33\u30fb\u06d4\u0701\u0702\u16eb\ua78f](?=[a-z0-9])/gi

/** Normalises full-width characters and dots as browsers do. */
const normalizeHostText = (text: string): string => normalizeText(text, 'NFKC').replace(DOT_PATTERN, '.')

const hasInvisible = (text: string): boolean => INVISIBLE_CHARACTERS[Symbol.search](text.replace(JOINER_PATTERN, '')) >= 0

/**
 * Whether a name contains a web address. A bare domain is a legitimate name ("Heatpumps.co.uk"), but not a domain in a sentence ("Refund at
 * example.com"), or one with `www.`, a scheme, a path or an `@`.
 */
function hasWebAddress(text: string): boolean {
  const folded = normalizeHostText(text.replace(INVISIBLE_CHARACTERS, '')).trim()
  if (ONLY_A_DOMAIN.test(folded) && !/^www\./i.test(folded)) return false
  return WEB_ADDRESS[Symbol.search](folded) >= 0
}

export const PLAIN_NAME_MESSAGES = {
  invisible: 'A name cannot contain invisible characters or characters that change the direction of text',
  address: 'A name cannot contain a web or email address. Leave out “https://”, “www.” and anything like “example.com/page”',
  empty: 'A name needs at least one letter or number',
} as const
export type NameProblem = keyof typeof PLAIN_NAME_MESSAGES

/** Returns the problem of a name; undefined for a valid name, and for an empty text, which forms check separately. */
export function findNameProblem(text: string): NameProblem | undefined {
  if (text.trim() === '') return undefined
  if (hasInvisible(text)) return 'invisible'
  if (hasWebAddress(text)) return 'address'
  return VISIBLE_CHARACTER.test(text) ? undefined : 'empty'
}

/** Removes invisible characters and web addresses from a line or a paragraph that a mail shows; line breaks stay. */
export const withoutWebAddresses = (text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const visible = removeInvisible(line)
      const folded = normalizeHostText(visible)
      return WEB_ADDRESS[Symbol.search](folded) >= 0 ? folded.replace(WEB_ADDRESS, '').replace(/ {2,}/g, ' ').trimEnd() : visible
    })
    .join('\n')

function removeInvisible(text: string): string {
  const joiners = new Set([...text.matchAll(JOINER_PATTERN)].map(({ index }) => index))
  return text.replace(INVISIBLE_CHARACTERS, (character, index: number) => (joiners.has(index) ? character : ''))
}

/**
 * Returns a stored name without web addresses and invisible characters, for mails.
 * @param fallback name that is returned if nothing visible remains
 */
export function cleanName(name: string, fallback: string): string {
  if (findNameProblem(name) === undefined) return name
  const clean = withoutWebAddresses(name.replace(/\s+/g, ' '))
    .replace(/[\s:;,–-]+$/u, '')
    .trim()
  return VISIBLE_CHARACTER.test(clean) ? clean : fallback
}
