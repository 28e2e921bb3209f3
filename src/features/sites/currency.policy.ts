/** A site's money, apart from what only a launch asks for (`region.policy.ts`): every page writes amounts. */
export const CURRENCIES = ['gbp', 'eur', 'usd', 'cad', 'aud'] as const
export type Currency = (typeof CURRENCIES)[number]

/** As it stands before an amount. */
export const CURRENCY_SYMBOLS: Record<Currency, string> = { gbp: '£', eur: '€', usd: '$', cad: 'CA$', aud: 'A$' }
