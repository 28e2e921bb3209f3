/**
 * The words of a Markdown text without its marks: for summaries, the search for what to read, and the time that reading takes.
 * It goes through the text once and never back, so a list of a hundred texts can be cut down on the request's thread. It knows the
 * marks that people use; what only a parser can tell apart stays as it was typed.
 */
import { limitText } from '#wording/cut-text.ts'

const FENCE = /^(?:`{3,}|~{3,})/
/** Lines that are marks and nothing else: rules, the lines below headings and below a table's first row. */
const MARKS_ALONE = /^[\s|:*_=-]+$/
/** Footnotes, and addresses that are said once for many links. */
const DEFINITION = /^\[[^\]]+\]:/
/** A tool in its place: see markdown-tools.ts. */
const TOOL = '::tool['
const QUOTE_OR_ITEM = /^(?:>|(?:[-*+]|\d{1,9}[.)])(?=\s|$)) ?/
const HEADING = /^#{1,6}(?=\s|$)/
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }
const ENTITY = /&(amp|lt|gt|quot|nbsp|#39);/g
/** What may be a mark. */
const MARK = /[\\`[\]!~*_|]/g
const PUNCTUATION = /[!-/:-@[-`{-~]/

/** The words of a Markdown text in one line, without its marks. Reads only as much as `max` characters need. */
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

/** The words of a Markdown text without its marks, a paragraph, item or row in each line; its headings apart. */
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

/** How much of a text is enough to cut `max` characters of words from it: marks and link addresses take room. */
export const toPlainSource = (max: number): number => max * 3 + 400

/** So many quotations and lists in one another are taken off a line; more are words. */
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

/** What stands between the marks of one line. */
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
/** CommonMark allows 32 brackets within one another. A bound keeps the time that many unclosed ones take proportional to the line's length. */
const MAX_BRACKETS = 32

/** @returns the index of the bracket that closes the one at `from` */
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

/** A picture with its alternative text is left out. @returns the index after the picture whose `!` is at `from` */
function endOfPicture(line: string, from: number): number | undefined {
  const endOfAlt = closingBracket(line, from + 1)
  if (endOfAlt === undefined || line[endOfAlt + 1] !== '(') return undefined
  const end = closingBracket(line, endOfAlt + 1)
  return end === undefined ? undefined : end + 1
}

/** A star between blanks and an underscore within a word are no marks. */
function isMark(character: string, before: string, after: string): boolean {
  if (character === '`' || character === '[' || character === ']') return true
  if (character === '!') return after === '['
  if (character === '~') return before === '~' || after === '~'
  const isBeside = (one: string) => one !== ' ' && one !== '\n'
  if (character === '*') return isBeside(before) || isBeside(after)
  if (character === '_') return !(/[\p{L}\d]/u.test(before) && /[\p{L}\d]/u.test(after)) && (isBeside(before) || isBeside(after))
  return false
}
