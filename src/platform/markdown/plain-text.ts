/**
 * Converts Markdown to plain text, for summaries, search and reading times. It reads the text once without backtracking, so that a list of
 * a hundred texts can be shortened in the main thread. It removes common markup only; markup that needs a parser remains in the text.
 */
import { limitText } from '#wording/cut-text.ts'
import { CALLOUT_MARK } from './markdown-callouts.ts'

const FENCE_PATTERN = /^(?:`{3,}|~{3,})/
/** Matches lines without text: thematic breaks, and the lines below headings and table heads. */
const MARKUP_LINE = /^[\s|:*_=-]+$/
/** Matches the start of footnotes and link reference definitions. */
const DEFINITION_PATTERN = /^\[[^\]]+\]:/
/** Start of an embedded tool (markdown-tools.ts). */
const TOOL_START = '::tool['
const QUOTE_OR_ITEM_PATTERN = /^(?:>|(?:[-*+]|\d{1,9}[.)])(?=\s|$)) ?/
const HEADING_PATTERN = /^#{1,6}(?=\s|$)/
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }
const ENTITY_PATTERN = /&(amp|lt|gt|quot|nbsp|#39);/g
/** Matches characters that may be markup. */
const MARK_PATTERN = /[\\`[\]!~*_|]/g
const PUNCTUATION_PATTERN = /[!-/:-@[-`{-~]/

/**
 * Converts Markdown to one line of plain text.
 * @param maxLength number of characters that the caller needs; only a part of the source is read then, but the result can be longer
 */
export function toPlainText(source: string, maxLength = Infinity): string {
  const text = maxLength === Infinity ? source : limitText(source, estimateSourceLength(maxLength))
  const words: string[] = []
  let isCode = false
  for (const line of text.split('\n')) {
    if (line === '') continue
    const content = removeLineMarks(line)
    if (FENCE_PATTERN.test(content)) isCode = !isCode
    else if (isCode) words.push(line)
    else if (hasWords(content)) words.push(removeInlineMarks(content))
  }
  return words.join(' ').replace(/\s+/g, ' ').trim()
}

/** Converts Markdown to plain text. @returns the headings, and one line for each paragraph, list item and table row */
export function toPlainLines(source: string): { headings: string[]; lines: string[] } {
  const headings: string[] = []
  const lines: string[] = []
  let isCode = false
  let canContinueLine = false
  for (const line of source.split('\n')) {
    const content = removeLineMarks(line)
    if (FENCE_PATTERN.test(content)) isCode = !isCode
    const isText = content !== '' && !FENCE_PATTERN.test(content) && (isCode || hasWords(content))
    if (!isText) {
      canContinueLine = false
      continue
    }
    const text = (isCode ? line : removeInlineMarks(content)).replace(/\s+/g, ' ').trim()
    const isHeading = !isCode && HEADING_PATTERN.test(line.trim())
    const isRow = content.startsWith('|')
    if (isHeading) headings.push(text)
    else if (canContinueLine && !isRow && !QUOTE_OR_ITEM_PATTERN.test(line.trim())) lines[lines.length - 1] += ` ${text}`
    else lines.push(text)
    canContinueLine = !isHeading && !isRow
  }
  return { headings, lines }
}

const hasWords = (content: string): boolean =>
  !MARKUP_LINE.test(content) && !DEFINITION_PATTERN.test(content) && !content.startsWith(TOOL_START) && content !== CALLOUT_MARK

/** Estimates how many characters of Markdown yield `textLength` characters of plain text; the others are markup and URLs. */
export const estimateSourceLength = (textLength: number): number => textLength * 3 + 400

/** Number of nested quotation and list marks that are removed from a line; further ones are text. */
const MAX_MARK_DEPTH = 10

/** Removes quotation, list and heading marks from the start of a line, and whitespace from both ends. */
function removeLineMarks(line: string): string {
  let content = line.trim()
  for (let depth = 0; depth < MAX_MARK_DEPTH && !MARKUP_LINE.test(content); depth++) {
    const inner = content.replace(QUOTE_OR_ITEM_PATTERN, '').trimStart()
    if (inner === content) break
    content = inner
  }
  return content.replace(HEADING_PATTERN, '').trimStart()
}

/** Removes inline markup from a line and decodes its entities. */
function removeInlineMarks(line: string): string {
  const isRow = line.startsWith('|')
  let text = ''
  let copiedUntil = 0
  for (const markPattern = new RegExp(MARK_PATTERN); markPattern.test(line);) {
    const index = markPattern.lastIndex - 1
    const [before, character, after] = [line[index - 1] ?? ' ', line[index] ?? '', line[index + 1] ?? ' ']
    text += line.slice(copiedUntil, index)
    copiedUntil = index + 1
    if (character === '\\' && PUNCTUATION_PATTERN.test(after)) {
      text += after
      copiedUntil = index + 2
    } else if (character + after === '](') copiedUntil = (findClosingBracket(line, index + 1) ?? index) + 1
    else if (character + after === '[^') copiedUntil = (findClosingBracket(line, index) ?? index) + 1
    else if (character + after === '![') copiedUntil = findPictureEnd(line, index) ?? copiedUntil
    else if (!isMark(character, before, after)) text += isRow && character === '|' ? ' ' : character
    markPattern.lastIndex = copiedUntil
  }
  text += line.slice(copiedUntil)
  return text.replace(ENTITY_PATTERN, (whole, name: string) => ENTITIES[name] ?? whole)
}

const CLOSING: Record<string, string> = { '(': ')', '[': ']' }
/**
 * Maximum depth of nested brackets, as in CommonMark's link destinations. It makes the time for unclosed brackets linear in the line's
 * length.
 */
const MAX_BRACKETS = 32

/** @returns the index of the bracket that closes the one at `openingIndex`; `undefined` if there is none */
function findClosingBracket(line: string, openingIndex: number): number | undefined {
  const opening = line.charAt(openingIndex)
  for (let index = openingIndex + 1, depth = 1; index < line.length && depth <= MAX_BRACKETS; index++) {
    const character = line[index]
    if (character === '\\') index++
    else if (character === opening) depth++
    else if (character === CLOSING[opening] && --depth === 0) return index
  }
  return undefined
}

/** @returns the index after the picture whose `!` is at `markIndex`; `undefined` if there is no picture */
function findPictureEnd(line: string, markIndex: number): number | undefined {
  const altEnd = findClosingBracket(line, markIndex + 1)
  if (altEnd === undefined || line[altEnd + 1] !== '(') return undefined
  const end = findClosingBracket(line, altEnd + 1)
  return end === undefined ? undefined : end + 1
}

/** Whether a character is markup. An asterisk between spaces and an underscore within a word, for example, are not. */
function isMark(character: string, before: string, after: string): boolean {
  if (character === '`' || character === '[' || character === ']') return true
  if (character === '!') return after === '['
  if (character === '~') return before === '~' || after === '~'
  const isText = (neighbour: string) => neighbour !== ' ' && neighbour !== '\n'
  if (character === '*') return isText(before) || isText(after)
  if (character === '_') return !(/[\p{L}\d]/u.test(before) && /[\p{L}\d]/u.test(after)) && (isText(before) || isText(after))
  return false
}
