/** Searches for the words of every thing, in every search. */
import type { Scenario } from './scenario.ts'
import { inCapitals, isShown, type Kind, type Phase, type Thing } from './things.ts'

type SearchBody = { total?: number; suggestions?: unknown[]; corrected?: string } & { length?: number }

const q = (word: string) => encodeURIComponent(inCapitals(word))
/** Searchable lists by kind. */
const LISTS: Partial<Record<Kind, string>> = {
  article: '/api/articles',
  product: '/api/products',
  topic: '/api/forums',
  reply: '/api/forums',
}
/** Kinds that are not indexed. */
const NOT_SEARCHED: readonly Kind[] = ['issue', 'answer', 'update', 'picture', 'post picture', 'private']

/** Finds searches that return non-public things, or miss public ones. */
export async function findWrongSearches(scenario: Scenario, phase: Phase): Promise<string[]> {
  const wrong: string[] = []
  for (const thing of scenario.things.all)
    wrong.push(...(isShown(thing, phase) ? await findLost(scenario, thing) : await findFound(scenario, thing)))
  return wrong
}

const get = async ({ world }: Scenario, url: string): Promise<SearchBody> => (await world.send('GET', url)).body
const search = async (scenario: Scenario, word: string) => (await get(scenario, `/api/search?exact=1&uncounted=1&q=${q(word)}`)).total ?? -1

async function findFound(scenario: Scenario, { title, kind, words }: Thing): Promise<string[]> {
  const found: string[] = []
  const list = LISTS[kind]
  for (const [field, word] of Object.entries(words)) {
    if ((await search(scenario, word)) !== 0) found.push(`the search finds the ${field} of: ${title}`)
    if (list && (await get(scenario, `${list}?view=card&search=${q(word)}`)).length !== 0)
      found.push(`${list} finds the ${field} of: ${title}`)
  }
  const [first = ''] = Object.values(words)
  if ((await get(scenario, `/api/search/suggestions?q=${q(first)}`)).suggestions?.length !== 0) found.push(`a suggestion shows: ${title}`)
  // A typo must not be corrected to a non-public word.
  const { corrected = '' } = await get(scenario, `/api/search?uncounted=1&q=${q(`${first}z`)}`)
  if (corrected.toLowerCase().includes(first)) found.push(`the search corrects a word to one of: ${title}`)
  return found
}

async function findLost(scenario: Scenario, { title, kind, words }: Thing): Promise<string[]> {
  const [first = ''] = Object.values(words)
  if (NOT_SEARCHED.includes(kind)) return []
  const lost = (await search(scenario, first)) === 0 ? [`the search does not find: ${title}`] : []
  const list = LISTS[kind]
  if (list && kind !== 'reply' && (await get(scenario, `${list}?view=card&search=${q(first)}`)).length === 0)
    lost.push(`${list} does not find: ${title}`)
  if ((await get(scenario, `/api/search/suggestions?q=${q(first)}`)).suggestions?.length === 0) lost.push(`no suggestion of: ${title}`)
  return lost
}
