/** The sentence of a text that fits a query best, and where the words that were looked for stand in it. */
import type { QueryConcept } from './query/query-concepts.policy.ts'
import { tokenize, type TermMemo } from './language/text-analysis.policy.ts'
import { limitText } from '#wording/cut-text.ts'

export interface SearchExcerpt {
  excerpt: string
  matches: [number, number][]
}

const MAX_LENGTH = 240
/** So much of a text is looked through. */
const MAX_TEXT = 40_000
const SENTENCE_END = /(?<=[.!?…]["'”’)]?)\s+(?=["'“‘(]?[\p{Lu}\d])/u

type Weighed = readonly { concept: QueryConcept; weight: number }[]

/** Words of one term begin alike: a sentence without any such beginning is passed over. Figures and short words are looked for in full. */
function beginningsOf(concepts: Weighed): RegExp {
  const terms = concepts.flatMap(({ concept }) => concept.alternatives.flatMap(({ terms: all }) => all))
  const parts = new Set(terms.map((term) => (/\d/.test(term) ? '\\d' : term.slice(0, Math.max(1, Math.min(3, term.length - 1))))))
  return new RegExp(`(?:${[...parts].join('|')})`, 'i')
}

/** @param text plain; a line is never part of a sentence with the next */
export function makeExcerpt(text: string, concepts: Weighed, memo: TermMemo = new Map()): SearchExcerpt {
  const beginnings = beginningsOf(concepts)
  const sentences = limitText(text, MAX_TEXT)
    .split('\n')
    .flatMap((line) => line.split(SENTENCE_END))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
  let best: SearchExcerpt & { worth: number } = { ...cut(sentences[0] ?? '', []), worth: 0 }
  for (const sentence of sentences) {
    if (!beginnings.test(sentence)) continue
    const found = findMatches(sentence, concepts, memo)
    // Of two that say as much the shorter one; a heading alone says little.
    const worth = found.worth * (sentence.length < 25 ? 0.8 : 1) - sentence.length / 100_000
    if (found.worth > 0 && worth > best.worth) best = { ...cut(sentence, found.matches), worth }
  }
  return { excerpt: best.excerpt, matches: best.matches }
}

function findMatches(sentence: string, concepts: Weighed, memo: TermMemo): { matches: [number, number][]; worth: number } {
  const tokens = tokenize(sentence, memo)
  const plain = tokens.filter(({ isJoined }) => !isJoined)
  const spans: [number, number][] = []
  let worth = 0
  for (const { concept, weight } of concepts) {
    let found = 0
    for (const { terms, weight: part } of concept.alternatives) {
      const own =
        terms.length === 1
          ? tokens.filter(({ term }) => term === terms[0]).map(({ start, end }): [number, number] => [start, end])
          : findPhrase(plain, terms)
      spans.push(...own)
      if (own.length > 0) found = Math.max(found, part * (1 + 0.1 * Math.min(3, own.length - 1)))
    }
    worth += weight * found
  }
  return { matches: mergeSpans(spans), worth }
}

function findPhrase(
  tokens: readonly { term: string; start: number; end: number; isStopWord: boolean }[],
  terms: readonly string[],
): [number, number][] {
  const said = tokens.filter(({ isStopWord }) => !isStopWord)
  return said.flatMap((token, at): [number, number][] => {
    const last = said[at + terms.length - 1]
    return last && terms.every((term, offset) => said[at + offset]?.term === term) ? [[token.start, last.end]] : []
  })
}

function mergeSpans(spans: readonly (readonly [number, number])[]): [number, number][] {
  const merged: [number, number][] = []
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = merged.at(-1)
    if (last && start < last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

/** No more than fits under a title, with the first words that were found in it. */
function cut(sentence: string, matches: readonly [number, number][]): SearchExcerpt {
  if (sentence.length <= MAX_LENGTH) return { excerpt: sentence, matches: [...matches] }
  const first = matches[0]?.[0] ?? 0
  const from = first < MAX_LENGTH / 2 ? 0 : sentence.indexOf(' ', first - MAX_LENGTH / 3) + 1
  const room = limitText(sentence.slice(from), MAX_LENGTH)
  const isCut = from + MAX_LENGTH < sentence.length
  const kept = isCut ? limitText(room, Math.max(room.lastIndexOf(' '), MAX_LENGTH / 2)) : room
  const before = from > 0 ? '… ' : ''
  const shift = before.length - from
  return {
    excerpt: `${before}${kept}${isCut ? ' …' : ''}`,
    matches: matches
      .filter(([start, end]) => start >= from && end <= from + kept.length)
      .map(([start, end]): [number, number] => [start + shift, end + shift]),
  }
}
