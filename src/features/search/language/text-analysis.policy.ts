/**
 * Turns texts and queries into terms of the index: folds, joins numbers to their units (`7 kW` becomes `7kw`), and stems. Terms consist of
 * letters and digits.
 */
import { stem } from 'porter2'
import { normalizeText } from '#wording/normalize-text.ts'
import { NUMBER_WORDS, STOP_WORDS, UNIT_SPELLINGS } from './language.policy.ts'
import { WORD_FORMS } from './word-forms.policy.ts'
import { limitText } from '#wording/cut-text.ts'

/** Increment after every change of the analysis, so that all indexes are rebuilt. */
export const ANALYSIS_VERSION = 4

export interface TextToken {
  /** As written, folded: `chargers`. */
  word: string
  /** The indexed form: `charger`. */
  term: string
  start: number
  end: number
  /** A number, with or without its unit; exempt from spelling correction and similar guesses. */
  isFigure: boolean
  isStopWord: boolean
  /** Represents the tokens that follow: a number with its unit, or a hyphenated word written as one. */
  isJoined: boolean
}

const RUN = /\d+(?:[.,]\d+)+|\d+(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu
const NUMBER_WITH_UNIT = /^(\d+)(\p{L}+\d?)$/u
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

/** Memoises terms by word, for texts that are analysed together. */
export type TermMemo = Map<string, string>
const termOf = (word: string, memo: TermMemo | undefined): string => {
  const known = memo?.get(word)
  if (known !== undefined) return known
  const term = toTerm(word)
  memo?.set(word, term)
  return term
}

/** @returns tokens in the order of the text; a joined token precedes those that it represents */
export function tokenize(text: string, memo?: TermMemo): TextToken[] {
  const tokens: TextToken[] = []
  for (const match of text.matchAll(RUN)) {
    const [run] = match
    const start = match.index
    const end = start + run.length
    if (/^\d/.test(run) && /^[\d.,]+$/.test(run)) {
      tokens.push(numberToken(foldNumber(run), start, end))
      continue
    }
    const word = limitText(foldWord(run.replace(/['’]s$/i, '')), MAX_WORD)
    if (word === '') continue
    const [, number, letters = ''] = NUMBER_WITH_UNIT.exec(word) ?? []
    if (number !== undefined && UNIT_SPELLINGS.has(letters)) {
      const at = start + number.length
      tokens.push(numberToken(foldNumber(number), start, at), plainToken(letters, at, end, memo))
    } else tokens.push(plainToken(word, start, end, memo))
  }
  return withJoined(text, tokens)
}

const numberToken = (word: string, start: number, end: number): TextToken => ({
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

/** Adds joined tokens for numbers with their unit and for hyphenated words. */
function withJoined(text: string, tokens: readonly TextToken[]): TextToken[] {
  const all: TextToken[] = []
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]
    const between = next ? text.slice(token.end, next.start) : ''
    const isNear = next !== undefined && BETWEEN.test(between)
    const number = token.isFigure ? token.word : NUMBER_WORDS.get(token.word)
    const joined = (word: string, end: number): TextToken => ({ ...numberToken(word, token.start, end), isJoined: true })
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

/** Finds the unit at a token, also one of two words: `kilowatt hours` is `kwh`. */
function findUnit(text: string, tokens: readonly TextToken[], at: number): { name: string; end: number } | undefined {
  const [first, second] = [tokens[at], tokens[at + 1]]
  if (!first) return undefined
  const name = UNIT_SPELLINGS.get(first.word)
  if (name === undefined) return undefined
  const isNear = second && /^[\s-]$/.test(text.slice(first.end, second.start))
  if (isNear && UNIT_SPELLINGS.get(second.word) === 'hour' && (name === 'kw' || name === 'w')) return { name: `${name}h`, end: second.end }
  return { name, end: first.end }
}
