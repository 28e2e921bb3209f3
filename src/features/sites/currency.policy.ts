/** Currencies. Separate from `region.policy.ts`, which only the launch wizard needs, as every page loads this module. */
export const CURRENCIES = ['gbp', 'eur', 'usd', 'cad', 'aud'] as const
export type Currency = (typeof CURRENCIES)[number]

/** Prefix of an amount. */
export const CURRENCY_SYMBOLS: Record<Currency, string> = { gbp: '£', eur: '€', usd: '$', cad: 'CA$', aud: 'A$' }
