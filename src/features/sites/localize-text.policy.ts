/** Regional terms of the about page, whose text has placeholders in braces for them. */
import type { Currency } from './currency.policy.ts'
import { getOwn } from '#platform/client/get-own.client.ts'
import type { Region } from './region.policy.ts'

const MONEY: Record<Currency, string> = { gbp: 'pounds', eur: 'euros', usd: 'dollars', cad: 'dollars', aud: 'dollars' }

type Words = Record<'law' | 'authority' | 'places', string>
const WORDS: Record<Region, Words> = {
  uk: {
    law: 'UK law',
    authority: 'the Information Commissioner’s Office',
    places: 'between England, Wales, Scotland and Northern Ireland',
  },
  eu: {
    law: 'the law of the European Union and of your country',
    authority: 'the data protection authority of your country',
    places: 'from country to country',
  },
  us: { law: 'federal law and the law of your state', authority: 'the attorney general of your state', places: 'from state to state' },
  ca: {
    law: 'the law of Canada and of your province or territory',
    authority: 'the Office of the Privacy Commissioner of Canada',
    places: 'between provinces and territories',
  },
  au: {
    law: 'Australian law',
    authority: 'the Office of the Australian Information Commissioner',
    places: 'between states and territories',
  },
}

/**
 * Replaces `{money}`, `{law}`, `{authority}` and `{places}`.
 * @param site.region null (main site): United Kingdom
 */
export function localizeText(html: string, { region, currency }: { region: Region | null; currency: Currency }): string {
  const words: Record<string, string> = { ...WORDS[region ?? 'uk'], money: MONEY[currency] }
  return html.replace(/\{([a-z]+)\}/g, (whole, name: string) => getOwn(words, name) ?? whole)
}
