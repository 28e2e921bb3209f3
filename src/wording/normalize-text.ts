/** Unicode normalisation in linear time. */

type Form = 'NFC' | 'NFKC' | 'NFKD'

/** Limit of consecutive combining marks in the Stream-Safe Text Format (UAX #15); no language comes near it. */
const TOO_MANY_MARKS = /[\p{M}\uff9e\uff9f]{30}/gu
/** U+034F: invisible, and stops canonical reordering. */
const GRAPHEME_JOINER = '\u034f'

/**
 * Like `text.normalize(form)`, which sorts combining marks in quadratic time (100,000 marks on a letter take seconds). Long sequences of
 * marks are therefore interrupted.
 */
export const normalizeText = (text: string, form: Form): string => text.replace(TOO_MANY_MARKS, `$&${GRAPHEME_JOINER}`).normalize(form)
