import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useMemo } from 'react'
import { CURRENCY_SYMBOLS } from '#features/sites/currency.policy.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { createWording, type Wording } from '#wording/wording.ts'
import { DEFAULT_LANGUAGE } from '#wording/numbers.ts'

/** Replaces the site's settings if they could not be loaded, so that the layout still renders. */
const FALLBACK: SiteInfo = {
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

/** The layout provides the settings, because a query subscription in every row of a list would be slow. */
export const SiteContext = createContext(FALLBACK)

export const useSiteQuery = (): SiteInfo => useQuery(siteQuery()).data ?? FALLBACK

/** Returns name, feature switches and settings of the current site. */
export const useSite = (): SiteInfo => use(SiteContext)

/** Returns the site's formatters: numbers and nouns in its language, dates by its region, prices with its currency symbol. */
export function useSiteWording({ region, language, currency }: SiteInfo): Wording {
  return useMemo(
    () => createWording({ language, dateLanguage: region === null ? undefined : language, symbol: CURRENCY_SYMBOLS[currency] }),
    [region, language, currency],
  )
}
