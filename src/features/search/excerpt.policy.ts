/** Finds the sentence of a text that matches a query best, and the positions of the matches in it. */
import type { QueryConcept } from './query/query-concepts.policy.ts'
import { tokenize, type TermMemo } from './language/text-analysis.policy.ts'
import { limitText } from '#wording/cut-text.ts'

export interface SearchExcerpt {
  excerpt: string
  matches: [number, number][]
}

const MAX_EXCERPT_LENGTH = 240
/** Only this many characters at the beginning of a text are searched. */
const MAX_TEXT_LENGTH = 40_000
/** A sentence that an earlier excerpt shows is chosen only if the others match much worse. */
const REPEATED_FACTOR = 0.5
const SENTENCE_END = /(?<=[.!?…]["'”’)]?)\s+(?=["'“‘(]?[\p{Lu}\d])/u

type WeightedConcepts = readonly { concept: QueryConcept; weight: number }[]

/**
 * Fast pre-filter: all inflected forms of a term start with the same letters, so a sentence that contains none of these prefixes cannot
 * match.
 */
function toPrefixPattern(concepts: WeightedConcepts): RegExp {
  const terms = concepts.flatMap(({ concept }) => concept.alternatives.flatMap((alternative) => alternative.terms))
  const parts = new Set(terms.map((term) => (/\d/.test(term) ? '\\d' : term.slice(0, Math.max(1, Math.min(3, term.length - 1))))))
  return new RegExp(`(?:${[...parts].join('|')})`, 'i')
}

/**
 * Makes the excerpt of a text.
 * @param text plain text; a sentence never spans two lines
 * @param shownSentences sentences of earlier excerpts in the same list, which are avoided because several texts can contain the same note;
 *   the sentence of this excerpt is added
 */
export function makeExcerpt(
  text: string,
  concepts: WeightedConcepts,
  memo: TermMemo = new Map(),
  shownSentences: Set<string> = new Set(),
): SearchExcerpt {
  const prefixes = toPrefixPattern(concepts)
  const sentences = limitText(text, MAX_TEXT_LENGTH)
    .split('\n')
    .flatMap((line) => line.split(SENTENCE_END))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
  let bestExcerpt: SearchExcerpt & { score: number } = { ...shortenSentence(sentences[0] ?? '', []), score: 0 }
  let bestSentence: string | undefined
  for (const sentence of sentences) {
    if (!prefixes.test(sentence)) continue
    const result = findMatches(sentence, concepts, memo)
    // Prefers the shorter of two equal matches. A line shorter than 25 characters is usually a heading, so it scores less.
    const factor = (sentence.length < 25 ? 0.8 : 1) * (shownSentences.has(sentence) ? REPEATED_FACTOR : 1)
    const score = result.score * factor - sentence.length / 100_000
    if (result.score <= 0 || score <= bestExcerpt.score) continue
    bestExcerpt = { ...shortenSentence(sentence, result.matches), score }
    bestSentence = sentence
  }
  if (bestSentence !== undefined) shownSentences.add(bestSentence)
  return { excerpt: bestExcerpt.excerpt, matches: bestExcerpt.matches }
}

function findMatches(sentence: string, concepts: WeightedConcepts, memo: TermMemo): { matches: [number, number][]; score: number } {
  const tokens = tokenize(sentence, memo)
  const unjoinedTokens = tokens.filter(({ isJoined }) => !isJoined)
  const spans: [number, number][] = []
  let score = 0
  for (const { concept, weight } of concepts) {
    let bestAlternative = 0
    for (const { terms, weight: alternativeWeight } of concept.alternatives) {
      const alternativeSpans =
        terms.length === 1
          ? tokens.filter(({ term }) => term === terms[0]).map(({ start, end }): [number, number] => [start, end])
          : findPhrase(unjoinedTokens, terms)
      spans.push(...alternativeSpans)
      const repetitions = alternativeSpans.length - 1
      if (repetitions >= 0) bestAlternative = Math.max(bestAlternative, alternativeWeight * (1 + 0.1 * Math.min(3, repetitions)))
    }
    score += weight * bestAlternative
  }
  return { matches: mergeSpans(spans), score }
}

/** Finds the spans in which the terms follow each other, ignoring stop words. */
function findPhrase(
  tokens: readonly { term: string; start: number; end: number; isStopWord: boolean }[],
  terms: readonly string[],
): [number, number][] {
  const significant = tokens.filter(({ isStopWord }) => !isStopWord)
  return significant.flatMap((token, index): [number, number][] => {
    const last = significant[index + terms.length - 1]
    return last && terms.every((term, offset) => significant[index + offset]?.term === term) ? [[token.start, last.end]] : []
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

/** Shortens a sentence to about the maximum length, around its first match, and drops the matches outside. */
function shortenSentence(sentence: string, matches: readonly [number, number][]): SearchExcerpt {
  if (sentence.length <= MAX_EXCERPT_LENGTH) return { excerpt: sentence, matches: [...matches] }
  const firstMatchStart = matches[0]?.[0] ?? 0
  const windowStart = firstMatchStart < MAX_EXCERPT_LENGTH / 2 ? 0 : sentence.indexOf(' ', firstMatchStart - MAX_EXCERPT_LENGTH / 3) + 1
  const window = limitText(sentence.slice(windowStart), MAX_EXCERPT_LENGTH)
  const isEndCut = windowStart + MAX_EXCERPT_LENGTH < sentence.length
  const shownText = isEndCut ? limitText(window, Math.max(window.lastIndexOf(' '), MAX_EXCERPT_LENGTH / 2)) : window
  const leadingEllipsis = windowStart > 0 ? '… ' : ''
  const shift = leadingEllipsis.length - windowStart
  return {
    excerpt: `${leadingEllipsis}${shownText}${isEndCut ? ' …' : ''}`,
    matches: matches
      .filter(([start, end]) => start >= windowStart && end <= windowStart + shownText.length)
      .map(([start, end]): [number, number] => [start + shift, end + shift]),
  }
}
