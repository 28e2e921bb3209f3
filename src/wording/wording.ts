/** The formats of this folder bound to the language of a site. */
import { formatForumTime, formatReviewTime } from './ages.ts'
import { formatCount, nounFor, type PluralForms } from './counts.ts'
import { formatLongDate, formatShortDate, formatShortDateTime, type IsoDate } from './dates.ts'
import { formatNumber } from './numbers.ts'

export interface SiteFormats {
  /** BCP 47, for numbers and plural forms. */
  language: string
  /** BCP 47, for dates; undefined without a region: the default of each format. */
  dateLanguage?: string | undefined
  /** Currency symbol, the prefix of amounts. */
  symbol: string
}

export type Wording = ReturnType<typeof createWording>

/** Returns the formats for one site; see each function for its output. */
export const createWording = ({ language, dateLanguage, symbol }: SiteFormats) => ({
  language,
  symbol,
  /** `1,234.5` */
  number: (n: number, decimals?: number) => formatNumber(n, language, decimals),
  /** `1,234 replies` */
  count: (n: number, forms: PluralForms) => formatCount(n, forms, language),
  /** `replies`, for numbers with their own markup */
  nounFor: (n: number, forms: PluralForms) => nounFor(n, forms, language),
  /** `January 5, 2025` */
  longDate: (iso: IsoDate) => formatLongDate(iso, dateLanguage),
  /** `5 January 2025`, in the order of the site's language */
  fullDate: (iso: IsoDate) => formatLongDate(iso, dateLanguage ?? language),
  /** `5 Jan 2025` */
  shortDate: (iso: IsoDate) => formatShortDate(iso, dateLanguage),
  /** `5 Jan 2025, 14:30` */
  shortDateTime: (iso: IsoDate) => formatShortDateTime(iso, dateLanguage),
  /** `5 minutes ago`, in the forum's format */
  forumTime: (iso: IsoDate) => formatForumTime(iso, undefined, language),
  /** `2 weeks ago`, in the format of reviews */
  reviewTime: (iso: IsoDate) => formatReviewTime(iso, undefined, language),
})
