/** Stores the visitor's recent searches, newest first, in the browser only. */
import { createStoredValue } from '#platform/client/stored-value.client.ts'
import { limitText } from '#wording/cut-text.ts'

const MAX_RECENT = 6
const MAX_LENGTH = 100

const searches = createStoredValue<readonly string[]>({
  key: 'recent-searches',
  empty: [],
  parse: (text) => (JSON.parse(text) as string[]).filter((search) => typeof search === 'string' && search !== '').slice(0, MAX_RECENT),
})

export const useRecentSearches = searches.useValue

export function addRecentSearch(words: string): void {
  const added = limitText(words.trim(), MAX_LENGTH)
  const others = searches.read().filter((search) => search.toLowerCase() !== added.toLowerCase())
  if (added !== '') searches.write([added, ...others].slice(0, MAX_RECENT))
}

export const clearRecentSearches = (): void => searches.write([])
