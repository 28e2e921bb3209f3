/** Stores the visitor's recent searches, newest first, in the browser only. */
import { createStoredValue } from '#platform/client/stored-value.client.ts'
import { limitText } from '#wording/cut-text.ts'

const MAX_RECENT_SEARCHES = 6
const MAX_SEARCH_LENGTH = 100

const searches = createStoredValue<readonly string[]>({
  key: 'recent-searches',
  empty: [],
  parse: (text) =>
    (JSON.parse(text) as string[]).filter((search) => typeof search === 'string' && search !== '').slice(0, MAX_RECENT_SEARCHES),
})

export const useRecentSearches = searches.useValue

export function addRecentSearch(words: string): void {
  const newSearch = limitText(words.trim(), MAX_SEARCH_LENGTH)
  const otherSearches = searches.read().filter((search) => search.toLowerCase() !== newSearch.toLowerCase())
  if (newSearch !== '') searches.write([newSearch, ...otherSearches].slice(0, MAX_RECENT_SEARCHES))
}

export const clearRecentSearches = (): void => searches.write([])
