import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'
import { CURRENCY_SYMBOLS } from '#features/sites/currency.policy.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { createWording, type Wording } from '#wording/wording.ts'
import { DEFAULT_LANGUAGE } from '#wording/numbers.ts'

/** When the site's own settings could not be had, the frame still stands. */
const UNKNOWN: SiteInfo = {
  name: 'Net Zero',
  tagline: 'Technologies & Reviews',
  description: '',
  language: DEFAULT_LANGUAGE,
  region: null,
  currency: 'gbp',
  launches: false,
  claim: null,
  features: ALL_FEATURES_ON,
  guestPosting: true,
  analytics: false,
  demoContent: false,
}

/** Asked for once by the frame: rows in their dozens want to know, and each question of its own would cost. */
export const SiteContext = createContext(UNKNOWN)

export const useSiteQuery = (): SiteInfo => useQuery(siteQuery()).data ?? UNKNOWN

/** Name, switches and settings of the site this page belongs to. */
export const useSite = (): SiteInfo => use(SiteContext)

/** The site's way to write numbers and words, its region's to write dates, and the currency's symbol. */
export function useSiteWording({ region, language, currency }: SiteInfo): Wording {
  return useMemo(
    () => createWording({ language, dateLanguage: region === null ? undefined : language, symbol: CURRENCY_SYMBOLS[currency] }),
    [region, language, currency],
  )
}
