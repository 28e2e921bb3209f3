/** What a copy's region and currency mean. */
export const REGIONS = ['uk', 'eu', 'us', 'ca', 'au'] as const
export type Region = (typeof REGIONS)[number]
export const CURRENCIES = ['gbp', 'eur', 'usd', 'cad', 'aud'] as const
export type Currency = (typeof CURRENCIES)[number]

/** BCP 47, for the page's language, dates and numbers. */
export const LANGUAGES: Record<Region, string> = { uk: 'en-GB', eu: 'en-IE', us: 'en-US', ca: 'en-CA', au: 'en-AU' }
export const REGION_NAMES: Record<Region, string> = {
  uk: 'United Kingdom',
  eu: 'European Union',
  us: 'United States',
  ca: 'Canada',
  au: 'Australia',
}

/** As it stands before an amount. */
export const CURRENCY_SYMBOLS: Record<Currency, string> = { gbp: '£', eur: '€', usd: '$', cad: 'CA$', aud: 'A$' }
export const CURRENCY_NAMES: Record<Currency, string> = {
  gbp: 'Pound sterling (£)',
  eur: 'Euro (€)',
  usd: 'US dollar ($)',
  cad: 'Canadian dollar (CA$)',
  aud: 'Australian dollar (A$)',
}
