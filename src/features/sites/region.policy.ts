/** Languages of the regions, and names of regions and currencies in the launch wizard. */
import type { Currency } from './currency.policy.ts'

export const REGIONS = ['uk', 'eu', 'us', 'ca', 'au'] as const
export type Region = (typeof REGIONS)[number]

/** BCP 47, for the page's language, dates and numbers. */
export const LANGUAGES: Record<Region, string> = { uk: 'en-GB', eu: 'en-IE', us: 'en-US', ca: 'en-CA', au: 'en-AU' }
export const REGION_NAMES: Record<Region, string> = {
  uk: 'United Kingdom',
  eu: 'European Union',
  us: 'United States',
  ca: 'Canada',
  au: 'Australia',
}

export const CURRENCY_NAMES: Record<Currency, string> = {
  gbp: 'Pound sterling (£)',
  eur: 'Euro (€)',
  usd: 'US dollar ($)',
  cad: 'Canadian dollar (CA$)',
  aud: 'Australian dollar (A$)',
}
