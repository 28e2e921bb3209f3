/** How a site writes dates and amounts. Where it has no region of its own, each place keeps the form it has always had. */
import { createContext, useContext, useMemo } from 'react'
import { formatLongDate, formatShortDate, formatShortDateTime, type IsoDate } from './format-date.ts'

export interface SiteFormats {
  /** BCP 47; undefined: each place has its own. */
  locale: string | undefined
  /** Stands before an amount of money. */
  symbol: string
}

export const FormatsContext = createContext<SiteFormats>({ locale: undefined, symbol: '£' })

/**
 * Dates as this site writes them, and its currency symbol. Whole numbers need none of it: all regions group them alike, which
 * a test of the regions makes sure of.
 */
export function useFormats() {
  const { locale, symbol } = useContext(FormatsContext)
  return useMemo(
    () => ({
      symbol,
      longDate: (iso: IsoDate) => formatLongDate(iso, locale),
      shortDate: (iso: IsoDate) => formatShortDate(iso, locale),
      shortDateTime: (iso: IsoDate) => formatShortDateTime(iso, locale),
    }),
    [locale, symbol],
  )
}
