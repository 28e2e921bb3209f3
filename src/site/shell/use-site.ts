import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { SYMBOLS } from '#features/sites/region.policy.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import type { SiteFormats } from '#ui/formats.ts'

/** When the site's own settings could not be had, the frame still stands. */
const UNKNOWN: SiteInfo = {
  name: 'Net Zero',
  tagline: 'Technologies & Reviews',
  description: '',
  language: 'en-GB',
  region: null,
  currency: 'gbp',
  launches: false,
  claim: null,
  features: { products: true, articles: true, forums: true, expertAdvice: true, userAccounts: true },
  guestPosting: true,
  analytics: false,
  demoContent: false,
}

/** Name, switches and settings of the site this page belongs to. */
export const useSite = (): SiteInfo => useQuery(siteQuery()).data ?? UNKNOWN

/** The region's way to write dates, and the currency's symbol. */
export function useSiteFormats(): SiteFormats {
  const { region, language, currency } = useSite()
  return useMemo(() => ({ locale: region === null ? undefined : language, symbol: SYMBOLS[currency] }), [region, language, currency])
}
