/** How a site writes dates and amounts. Where it has no region of its own, each place keeps the form it has always had. */
import { createContext, useContext, useMemo } from 'react'
import { longDate, shortDate, shortDateTime, type IsoDate } from './format-date.ts'

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
      longDate: (iso: IsoDate) => longDate(iso, locale),
      shortDate: (iso: IsoDate) => shortDate(iso, locale),
      shortDateTime: (iso: IsoDate) => shortDateTime(iso, locale),
    }),
    [locale, symbol],
  )
}
