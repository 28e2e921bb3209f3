/**
 * From a text to the terms of the index, the same for what is stored and for what is asked: folded, with figures joined to their units
 * (`7 kW` is `7kw`), stemmed. Terms are made of letters and digits alone.
 */
import { stem } from 'porter2'
import { normalizeText } from '#wording/normalize-text.ts'
import { NUMBER_WORDS, STOP_WORDS, UNIT_SPELLINGS } from './language.policy.ts'
import { WORD_FORMS } from './word-forms.policy.ts'
import { limitText } from '#wording/cut-text.ts'

/** One more whenever terms are made otherwise: then every index is made anew. */
export const ANALYSIS_VERSION = 4

export interface TextToken {
  /** As it is written, folded: `chargers`. */
  word: string
  /** What it is found by: `charger`. */
  term: string
  start: number
  end: number
  /** Of a figure, with or without its unit: nothing is guessed about it. */
  isFigure: boolean
  isStopWord: boolean
  /** Stands for the tokens beside it: a figure with its unit, a word with a hyphen written as one. */
  isJoined: boolean
}

const RUN = /\d+(?:[.,]\d+)+|\d+(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu
const FIGURE_WITH_UNIT = /^(\d+)(\p{L}+\d?)$/u
const MAX_WORD = 40

const PLAIN_WORD = /^[a-zA-Z0-9]+$/
export const foldWord = (text: string): string =>
  PLAIN_WORD.test(text)
    ? text.toLowerCase()
    : normalizeText(text, 'NFKD')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, '')

/** `1,740` is 1740, `9.0` is 9, `3.6` is `3d6`. */
function foldNumber(text: string): string {
  const plain = text.replace(/,(?=\d{3}(?:\D|$))/g, '').replace(',', '.')
  const [whole = '', fraction = ''] = plain.split('.')
  const rest = fraction.replace(/0+$/, '')
  const number = whole.replace(/^0+(?=\d)/, '')
  return rest ? `${number}d${rest}` : number
}

/** @param word folded */
export function toTerm(word: string): string {
  const form = WORD_FORMS.get(word) ?? word
  return /^[a-z]{3,}$/.test(form) ? stem(form) : form
}

export const STOP_TERMS: ReadonlySet<string> = new Set([...STOP_WORDS].map(toTerm))

/** Remembers what was stemmed, for texts that are read in one go. */
export type TermMemo = Map<string, string>
const termOf = (word: string, memo: TermMemo | undefined): string => {
  const known = memo?.get(word)
  if (known !== undefined) return known
  const term = toTerm(word)
  memo?.set(word, term)
  return term
}

/** In the order of the text; a joined token comes before those that it stands for. */
export function tokenize(text: string, memo?: TermMemo): TextToken[] {
  const tokens: TextToken[] = []
  for (const match of text.matchAll(RUN)) {
    const [run] = match
    const start = match.index
    const end = start + run.length
    if (/^\d/.test(run) && /^[\d.,]+$/.test(run)) {
      tokens.push(figure(foldNumber(run), start, end))
      continue
    }
    const word = limitText(foldWord(run.replace(/['’]s$/i, '')), MAX_WORD)
    if (word === '') continue
    const [, number, letters = ''] = FIGURE_WITH_UNIT.exec(word) ?? []
    if (number !== undefined && UNIT_SPELLINGS.has(letters)) {
      const at = start + number.length
      tokens.push(figure(foldNumber(number), start, at), plainToken(letters, at, end, memo))
    } else tokens.push(plainToken(word, start, end, memo))
  }
  return withJoined(text, tokens)
}

const figure = (word: string, start: number, end: number): TextToken => ({
  word,
  term: word,
  start,
  end,
  isFigure: true,
  isStopWord: false,
  isJoined: false,
})

const plainToken = (word: string, start: number, end: number, memo: TermMemo | undefined): TextToken => ({
  word,
  term: termOf(word, memo),
  start,
  end,
  isFigure: false,
  isStopWord: STOP_WORDS.has(word),
  isJoined: false,
})

const BETWEEN = /^(?:[\s\u00a0\u202f]{1,2}|[-‐‑–]|\s?%)?$/
const HYPHEN = /^[-‐‑]$/

/** A figure and the unit behind it count as one as well, and so do words with a hyphen between them. */
function withJoined(text: string, tokens: readonly TextToken[]): TextToken[] {
  const all: TextToken[] = []
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]
    const between = next ? text.slice(token.end, next.start) : ''
    const isNear = next !== undefined && BETWEEN.test(between)
    const number = token.isFigure ? token.word : NUMBER_WORDS.get(token.word)
    const joined = (word: string, end: number): TextToken => ({ ...figure(word, token.start, end), isJoined: true })
    const unit = isNear && number !== undefined && !next.isFigure ? findUnit(text, tokens, at + 1) : undefined
    if (unit) all.push(joined(`${number}${unit.name}`, unit.end))
    else if (token.isFigure && /^\s?(?:%|per ?cent\b)/i.test(text.slice(token.end, token.end + 10)))
      all.push(joined(`${number}percent`, token.end))
    else if (next && HYPHEN.test(between) && !token.isFigure && !next.isFigure) {
      const word = limitText(token.word + next.word, MAX_WORD)
      all.push({ ...token, word, term: toTerm(word), end: next.end, isStopWord: false, isJoined: true })
    }
    all.push(token)
  }
  return all
}

/** `kilowatt hours` and `kWh` are one unit. */
function findUnit(text: string, tokens: readonly TextToken[], at: number): { name: string; end: number } | undefined {
  const [first, second] = [tokens[at], tokens[at + 1]]
  if (!first) return undefined
  const name = UNIT_SPELLINGS.get(first.word)
  if (name === undefined) return undefined
  const isNear = second && /^[\s-]$/.test(text.slice(first.end, second.start))
  if (isNear && UNIT_SPELLINGS.get(second.word) === 'hour' && (name === 'kw' || name === 'w')) return { name: `${name}h`, end: second.end }
  return { name, end: first.end }
}
