/** Texts that look alike become alike, at a cost of their length. */

type Form = 'NFC' | 'NFKC' | 'NFKD'

/** As many accents on one letter as Unicode's own Stream-Safe Text Format knows; no language comes near. */
const TOO_MANY_MARKS = /[\p{M}\uff9e\uff9f]{30}/gu
/** Is invisible, and nothing is put in order across it. */
const GRAPHEME_JOINER = '\u034f'

/**
 * `text.normalize(form)`, which puts the accents on a letter in order by going back over all of them for each: 100,000 accents on one
 * letter keep it busy for seconds. So there are never that many.
 */
export const normalizeText = (text: string, form: Form): string => text.replace(TOO_MANY_MARKS, `$&${GRAPHEME_JOINER}`).normalize(form)
