/** Normalises Unicode texts in linear time. */

type NormalizationForm = 'NFC' | 'NFKC' | 'NFKD'

/** Matches as many consecutive combining marks as the Stream-Safe Text Format (UAX #15) allows; no language comes near this limit. */
const LONG_MARK_SEQUENCE = /[\p{M}\uff9e\uff9f]{30}/gu
/** U+034F, an invisible character that stops the reordering of combining marks. */
const GRAPHEME_JOINER = '\u034f'

/**
 * Normalises like `text.normalize(form)`, which sorts combining marks in quadratic time (100,000 marks on a letter take seconds). Long sequences
 * of marks are therefore interrupted.
 */
export const normalizeText = (text: string, form: NormalizationForm): string =>
  text.replace(LONG_MARK_SEQUENCE, `$&${GRAPHEME_JOINER}`).normalize(form)
