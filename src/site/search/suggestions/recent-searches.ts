/** The searches of this browser, stored nowhere else; the newest first. */
import { createStoredValue } from '#platform/client/stored-value.client.ts'
import { limitText } from '#wording/cut-text.ts'

const MAX_RECENT = 6
const MAX_LENGTH = 100

const searches = createStoredValue<readonly string[]>({
  key: 'recent-searches',
  empty: [],
  parse: (text) => (JSON.parse(text) as string[]).filter((one) => typeof one === 'string' && one !== '').slice(0, MAX_RECENT),
})

export const useRecentSearches = searches.useValue

export function addRecentSearch(words: string): void {
  const line = limitText(words.trim(), MAX_LENGTH)
  const others = searches.read().filter((one) => one.toLowerCase() !== line.toLowerCase())
  if (line !== '') searches.write([line, ...others].slice(0, MAX_RECENT))
}

export const clearRecentSearches = (): void => searches.write([])
