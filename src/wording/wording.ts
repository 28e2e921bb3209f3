/** All wordings of one site together: its language said once, for whoever writes to its readers. */
import { formatForumTime, formatReviewTime } from './ages.ts'
import { formatCount, nounFor, type PluralForms } from './counts.ts'
import { formatLongDate, formatShortDate, formatShortDateTime, type IsoDate } from './dates.ts'
import { formatNumber } from './numbers.ts'

export interface SiteFormats {
  /** BCP 47: how numbers are grouped, and which form of a noun goes with them. */
  language: string
  /** BCP 47; undefined where a site has no region: each kind of date then has the form it has always had. */
  dateLanguage?: string | undefined
  /** Stands before an amount of money. */
  symbol: string
}

export type Wording = ReturnType<typeof createWording>

/** The functions of this folder for one site. What each of them writes is said where it is made. */
export const createWording = ({ language, dateLanguage, symbol }: SiteFormats) => ({
  language,
  symbol,
  /** `1,234.5` */
  number: (n: number, decimals?: number) => formatNumber(n, language, decimals),
  /** `1,234 replies` */
  count: (n: number, forms: PluralForms) => formatCount(n, forms, language),
  /** `replies`, where the number is marked up by itself */
  nounFor: (n: number, forms: PluralForms) => nounFor(n, forms, language),
  /** `January 5, 2025` */
  longDate: (iso: IsoDate) => formatLongDate(iso, dateLanguage),
  /** `5 January 2025`, in the order of the site's own language */
  fullDate: (iso: IsoDate) => formatLongDate(iso, dateLanguage ?? language),
  /** `5 Jan 2025` */
  shortDate: (iso: IsoDate) => formatShortDate(iso, dateLanguage),
  /** `5 Jan 2025, 14:30` */
  shortDateTime: (iso: IsoDate) => formatShortDateTime(iso, dateLanguage),
  /** `5 minutes ago`, as the forum says it */
  forumTime: (iso: IsoDate) => formatForumTime(iso, undefined, language),
  /** `2 weeks ago`, as reviews say it */
  reviewTime: (iso: IsoDate) => formatReviewTime(iso, undefined, language),
})
