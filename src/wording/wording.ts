/** Binds the formats of this folder to the language of a site. */
import { formatForumTime, formatReviewTime } from './ages.ts'
import { formatCount, nounFor, type PluralForms } from './counts.ts'
import { formatLongDate, formatShortDate, formatShortDateTime, type IsoDate } from './dates.ts'
import { formatNumber } from './numbers.ts'

export interface SiteFormats {
  /** Language of numbers and plural forms (BCP 47). */
  language: string
  /** Language of dates (BCP 47); undefined on sites without a region, where each format has its own default. */
  dateLanguage?: string | undefined
  /** Currency symbol, which precedes amounts. */
  symbol: string
}

export type Wording = ReturnType<typeof createWording>

/** Returns the formats for one site. */
export const createWording = ({ language, dateLanguage, symbol }: SiteFormats) => ({
  language,
  symbol,
  /** Formats a number as `1,234.5`. */
  number: (n: number, decimals?: number) => formatNumber(n, language, decimals),
  /** Formats a count as `1,234 replies`. */
  count: (n: number, forms: PluralForms) => formatCount(n, forms, language),
  /** Returns the noun alone, such as `replies`, for numbers with their own markup. */
  nounFor: (n: number, forms: PluralForms) => nounFor(n, forms, language),
  /** Formats a day as `January 5, 2025`. */
  longDate: (iso: IsoDate) => formatLongDate(iso, dateLanguage),
  /** Formats a day as `5 January 2025`, in the order of the site's language. */
  fullDate: (iso: IsoDate) => formatLongDate(iso, dateLanguage ?? language),
  /** Formats a day as `5 Jan 2025`. */
  shortDate: (iso: IsoDate) => formatShortDate(iso, dateLanguage),
  /** Formats a time as `5 Jan 2025, 14:30`. */
  shortDateTime: (iso: IsoDate) => formatShortDateTime(iso, dateLanguage),
  /** Formats an age as in the forum, such as `5 minutes ago`. */
  forumTime: (iso: IsoDate) => formatForumTime(iso, undefined, language),
  /** Formats an age as in reviews, such as `2 weeks ago`. */
  reviewTime: (iso: IsoDate) => formatReviewTime(iso, undefined, language),
})
