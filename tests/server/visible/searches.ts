/** Every way of searching, for every word of every thing. */
import type { Cast } from './cast.ts'
import { inCapitals, isShown, type Phase } from './things.ts'

interface Search {
  url: (word: string) => string
  count: (body: SearchBody) => number
}
type SearchBody = { total?: number; suggestions?: unknown[]; corrected?: string } & { length?: number }

const q = (word: string) => encodeURIComponent(inCapitals(word))
const SEARCHES: Search[] = [
  { url: (word) => `/api/search?exact=1&uncounted=1&q=${q(word)}`, count: ({ total = -1 }) => total },
  { url: (word) => `/api/articles?view=card&search=${q(word)}`, count: ({ length = -1 }) => length },
  { url: (word) => `/api/products?view=card&search=${q(word)}`, count: ({ length = -1 }) => length },
  { url: (word) => `/api/forums?view=card&search=${q(word)}`, count: ({ length = -1 }) => length },
]

/** What is found of what is not public, and what is not found of what is. */
export async function findWrongSearches(cast: Cast, phase: Phase): Promise<string[]> {
  const wrong: string[] = []
  const get = async (url: string) => (await cast.world.send('GET', url)).body as SearchBody
  for (const thing of cast.things.all) {
    const shown = isShown(thing, phase)
    let total = 0
    for (const [field, word] of Object.entries(thing.words)) {
      for (const { url, count } of SEARCHES) {
        const n = count(await get(url(word)))
        total += n
        if (n !== 0 && !shown) wrong.push(`${url(word)} finds ${n} by the ${field} of: ${thing.title}`)
      }
      if (shown) continue
      const { suggestions = [] } = await get(`/api/search/suggestions?q=${q(word)}`)
      if (suggestions.length > 0) wrong.push(`suggestions for the ${field} of: ${thing.title}`)
      // With a letter too many: nothing that is not public is suggested instead.
      const { corrected = '' } = await get(`/api/search?uncounted=1&q=${q(`${word}z`)}`)
      if (corrected.toLowerCase().includes(word)) wrong.push(`the search puts a word right by the ${field} of: ${thing.title}`)
    }
    if (shown && total === 0 && !NOT_SEARCHED.has(thing.kind)) wrong.push(`no search finds: ${thing.title}`)
  }
  return wrong
}

const NOT_SEARCHED = new Set(['issue', 'answer', 'picture'])
