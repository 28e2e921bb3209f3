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
  /** The written word in lower case, without accents: `chargers`. */
  word: string
  /** The form that is indexed: `charger`. */
  term: string
  start: number
  end: number
  /** Whether the token is a number, with or without its unit. Numbers are exempt from spelling correction and similar guesses. */
  isNumber: boolean
  isStopWord: boolean
  /** Whether the token represents those that follow it: a number with its unit, or a hyphenated word written as one. */
  isJoined: boolean
}

const WORD_OR_NUMBER = /\d+(?:[.,]\d+)+|\d+(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu
const NUMBER_WITH_UNIT = /^(\d+)(\p{L}+\d?)$/u
const MAX_WORD_LENGTH = 40

const PLAIN_WORD = /^[a-zA-Z0-9]+$/
export const foldWord = (text: string): string =>
  PLAIN_WORD.test(text)
    ? text.toLowerCase()
    : normalizeText(text, 'NFKD')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, '')

/** Normalises a number: `1,740` becomes `1740`, `9.0` becomes `9`, and `3.6` becomes `3d6`, as terms cannot contain a point. */
function foldNumber(text: string): string {
  const normalized = text.replace(/,(?=\d{3}(?:\D|$))/g, '').replace(',', '.')
  const [whole = '', fraction = ''] = normalized.split('.')
  const decimals = fraction.replace(/0+$/, '')
  const number = whole.replace(/^0+(?=\d)/, '')
  return decimals ? `${number}d${decimals}` : number
}

/** Stems a word. @param word result of `foldWord` */
export function toTerm(word: string): string {
  const form = WORD_FORMS.get(word) ?? word
  return /^[a-z]{3,}$/.test(form) ? stem(form) : form
}

export const STOP_TERMS: ReadonlySet<string> = new Set([...STOP_WORDS].map(toTerm))

/** Terms by word, memoised for texts that are analysed together. */
export type TermMemo = Map<string, string>
const getMemoizedTerm = (word: string, memo: TermMemo | undefined): string => {
  const memoized = memo?.get(word)
  if (memoized !== undefined) return memoized
  const term = toTerm(word)
  memo?.set(word, term)
  return term
}

/** Splits a text into tokens. @returns tokens in the order of the text; a joined token precedes those that it represents */
export function tokenize(text: string, memo?: TermMemo): TextToken[] {
  const tokens: TextToken[] = []
  for (const match of text.matchAll(WORD_OR_NUMBER)) {
    const [matchedText] = match
    const start = match.index
    const end = start + matchedText.length
    if (/^\d/.test(matchedText) && /^[\d.,]+$/.test(matchedText)) {
      tokens.push(makeNumberToken(foldNumber(matchedText), start, end))
      continue
    }
    const word = limitText(foldWord(matchedText.replace(/['’]s$/i, '')), MAX_WORD_LENGTH)
    if (word === '') continue
    const [, number, letters = ''] = NUMBER_WITH_UNIT.exec(word) ?? []
    if (number !== undefined && UNIT_SPELLINGS.has(letters)) {
      const unitStart = start + number.length
      tokens.push(makeNumberToken(foldNumber(number), start, unitStart), makePlainToken(letters, unitStart, end, memo))
    } else tokens.push(makePlainToken(word, start, end, memo))
  }
  return addJoinedTokens(text, tokens)
}

const makeNumberToken = (word: string, start: number, end: number): TextToken => ({
  word,
  term: word,
  start,
  end,
  isNumber: true,
  isStopWord: false,
  isJoined: false,
})

const makePlainToken = (word: string, start: number, end: number, memo: TermMemo | undefined): TextToken => ({
  word,
  term: getMemoizedTerm(word, memo),
  start,
  end,
  isNumber: false,
  isStopWord: STOP_WORDS.has(word),
  isJoined: false,
})

const UNIT_SEPARATOR = /^(?:[\s\u00a0\u202f]{1,2}|[-‐‑–]|\s?%)?$/
const HYPHEN = /^[-‐‑]$/

/** Adds joined tokens for numbers with their unit and for hyphenated words. */
function addJoinedTokens(text: string, tokens: readonly TextToken[]): TextToken[] {
  const result: TextToken[] = []
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1]
    const between = next ? text.slice(token.end, next.start) : ''
    const isNear = next !== undefined && UNIT_SEPARATOR.test(between)
    const number = token.isNumber ? token.word : NUMBER_WORDS.get(token.word)
    const makeJoinedToken = (word: string, end: number): TextToken => ({ ...makeNumberToken(word, token.start, end), isJoined: true })
    const unit = isNear && number !== undefined && !next.isNumber ? findUnit(text, tokens, index + 1) : undefined
    if (unit) result.push(makeJoinedToken(`${number}${unit.name}`, unit.end))
    else if (token.isNumber && /^\s?(?:%|per ?cent\b)/i.test(text.slice(token.end, token.end + 10)))
      result.push(makeJoinedToken(`${number}percent`, token.end))
    else if (next && HYPHEN.test(between) && !token.isNumber && !next.isNumber) {
      const word = limitText(token.word + next.word, MAX_WORD_LENGTH)
      result.push({ ...token, word, term: toTerm(word), end: next.end, isStopWord: false, isJoined: true })
    }
    result.push(token)
  }
  return result
}

/** Finds the unit that begins at a token; it may consist of two words: `kilowatt hours` is `kwh`. */
function findUnit(text: string, tokens: readonly TextToken[], index: number): { name: string; end: number } | undefined {
  const [first, second] = [tokens[index], tokens[index + 1]]
  if (!first) return undefined
  const name = UNIT_SPELLINGS.get(first.word)
  if (name === undefined) return undefined
  const isNear = second && /^[\s-]$/.test(text.slice(first.end, second.start))
  if (isNear && UNIT_SPELLINGS.get(second.word) === 'hour' && (name === 'kw' || name === 'w')) return { name: `${name}h`, end: second.end }
  return { name, end: first.end }
}
