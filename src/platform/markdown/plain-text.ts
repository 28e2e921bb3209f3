/**
 * Markdown to plain text, for summaries, search and reading times. Reads the text once without backtracking, so that a list of a hundred
 * texts can be shortened on the main thread. Handles common markup only; markup that needs a parser remains in the text.
 */
import { limitText } from '#wording/cut-text.ts'

const FENCE = /^(?:`{3,}|~{3,})/
/** Lines without text: thematic breaks, underlines of headings and of table heads. */
const MARKS_ALONE = /^[\s|:*_=-]+$/
/** Footnotes and link reference definitions. */
const DEFINITION = /^\[[^\]]+\]:/
/** Embedded tools: see markdown-tools.ts. */
const TOOL = '::tool['
const QUOTE_OR_ITEM = /^(?:>|(?:[-*+]|\d{1,9}[.)])(?=\s|$)) ?/
const HEADING = /^#{1,6}(?=\s|$)/
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }
const ENTITY = /&(amp|lt|gt|quot|nbsp|#39);/g
/** Characters that may be markup. */
const MARK = /[\\`[\]!~*_|]/g
const PUNCTUATION = /[!-/:-@[-`{-~]/

/** Converts Markdown to one line of plain text. @param max needed characters; only a part of the source is read then */
export function toPlainText(source: string, max = Infinity): string {
  const text = max === Infinity ? source : limitText(source, toPlainSource(max))
  const words: string[] = []
  let isCode = false
  for (const line of text.split('\n')) {
    if (line === '') continue
    const content = withoutLineMarks(line)
    if (FENCE.test(content)) isCode = !isCode
    else if (isCode) words.push(line)
    else if (hasWords(content)) words.push(withoutMarks(content))
  }
  return words.join(' ').replace(/\s+/g, ' ').trim()
}

/** Converts Markdown to plain text. @returns headings, and one line for each paragraph, list item and table row */
export function toPlainLines(source: string): { headings: string[]; lines: string[] } {
  const headings: string[] = []
  const lines: string[] = []
  let isCode = false
  let isOpen = false
  for (const line of source.split('\n')) {
    const content = withoutLineMarks(line)
    if (FENCE.test(content)) isCode = !isCode
    const isText = content !== '' && !FENCE.test(content) && (isCode || hasWords(content))
    if (!isText) {
      isOpen = false
      continue
    }
    const words = (isCode ? line : withoutMarks(content)).replace(/\s+/g, ' ').trim()
    const isHeading = !isCode && HEADING.test(line.trim())
    const isRow = content.startsWith('|')
    if (isHeading) headings.push(words)
    else if (isOpen && !isRow && !QUOTE_OR_ITEM.test(line.trim())) lines[lines.length - 1] += ` ${words}`
    else lines.push(words)
    isOpen = !isHeading && !isRow
  }
  return { headings, lines }
}

const hasWords = (content: string): boolean => !MARKS_ALONE.test(content) && !DEFINITION.test(content) && !content.startsWith(TOOL)

/** Returns the length of source that yields `max` characters of plain text; the rest is markup and URLs. */
export const toPlainSource = (max: number): number => max * 3 + 400

/** Nested quotation and list marks that are removed from a line; further ones are text. */
const MAX_DEPTH = 10

function withoutLineMarks(line: string): string {
  let rest = line.trim()
  for (let depth = 0; depth < MAX_DEPTH && !MARKS_ALONE.test(rest); depth++) {
    const inner = rest.replace(QUOTE_OR_ITEM, '').trimStart()
    if (inner === rest) break
    rest = inner
  }
  return rest.replace(HEADING, '').trimStart()
}

/** Removes inline markup. */
function withoutMarks(line: string): string {
  const isRow = line.startsWith('|')
  let words = ''
  let from = 0
  for (const mark = new RegExp(MARK); mark.test(line);) {
    const at = mark.lastIndex - 1
    const [before, character, after] = [line[at - 1] ?? ' ', line[at] ?? '', line[at + 1] ?? ' ']
    words += line.slice(from, at)
    from = at + 1
    if (character === '\\' && PUNCTUATION.test(after)) {
      words += after
      from = at + 2
    } else if (character + after === '](') from = (closingBracket(line, at + 1) ?? at) + 1
    else if (character + after === '[^') from = (closingBracket(line, at) ?? at) + 1
    else if (character + after === '![') from = endOfPicture(line, at) ?? from
    else if (!isMark(character, before, after)) words += isRow && character === '|' ? ' ' : character
    mark.lastIndex = from
  }
  words += line.slice(from)
  return words.replace(ENTITY, (whole, name: string) => ENTITIES[name] ?? whole)
}

const CLOSING: Record<string, string> = { '(': ')', '[': ']' }
/** CommonMark allows 32 nested brackets. The bound makes the time for unclosed ones linear in the line's length. */
const MAX_BRACKETS = 32

/** @returns the index of the bracket that closes the one at `from`; undefined if there is none */
function closingBracket(line: string, from: number): number | undefined {
  const opening = line.charAt(from)
  for (let at = from + 1, depth = 1; at < line.length && depth <= MAX_BRACKETS; at++) {
    const character = line[at]
    if (character === '\\') at++
    else if (character === opening) depth++
    else if (character === CLOSING[opening] && --depth === 0) return at
  }
  return undefined
}

/** @returns the index after the picture whose `!` is at `from`; undefined if it is none */
function endOfPicture(line: string, from: number): number | undefined {
  const endOfAlt = closingBracket(line, from + 1)
  if (endOfAlt === undefined || line[endOfAlt + 1] !== '(') return undefined
  const end = closingBracket(line, endOfAlt + 1)
  return end === undefined ? undefined : end + 1
}

/** An asterisk between spaces and an underscore within a word are not markup. */
function isMark(character: string, before: string, after: string): boolean {
  if (character === '`' || character === '[' || character === ']') return true
  if (character === '!') return after === '['
  if (character === '~') return before === '~' || after === '~'
  const isText = (neighbour: string) => neighbour !== ' ' && neighbour !== '\n'
  if (character === '*') return isText(before) || isText(after)
  if (character === '_') return !(/[\p{L}\d]/u.test(before) && /[\p{L}\d]/u.test(after)) && (isText(before) || isText(after))
  return false
}
