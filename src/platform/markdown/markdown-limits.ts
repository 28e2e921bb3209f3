/**
 * Limits the parser's work on a Markdown text to prevent denial of service: `![` repeated a hundred thousand times would take many seconds
 * of backtracking. The limits are far beyond real texts. They count steps instead of time, so that they are deterministic.
 */
import type MarkdownIt from 'markdown-it'

/** Thrown for a text beyond the limits. */
export class MarkdownTooComplexError extends Error {}

/** Maximum depth of nested lists, quotations and tables; each list counts twice. */
const MAX_NESTING = 30
/** Maximum number of markdown-it's tokens; a table has three for each cell. */
const MAX_TOKENS = 40_000
/** Maximum number of calls to `skipToken`, with which the parser searches for the end of a link, picture or footnote. */
const MAX_STEPS = 400_000
const MAX_NOTES = 500
const MAX_LINKS = 1000
/** Maximum total length in characters of all attributes of links and pictures. Many links can use one long reference definition. */
const MAX_URL_LENGTH = 400_000

/** Matches all quotation marks (`>`) at the beginning of a line and the spaces that Markdown allows between them. */
const QUOTATION_MARKS = /(?:> {0,4})*/y

type Parser = InstanceType<typeof MarkdownIt>
interface Counts {
  tokens: number
  steps: number
  notes: number
}
/** Counters of the text that is being parsed. Module state suffices, because parsing is synchronous. */
const counts: Counts = { tokens: 0, steps: 0, notes: 0 }
/** @throws MarkdownTooComplexError if the counter exceeds `max` */
const incrementCount = (counter: keyof Counts, max: number) => {
  if (++counts[counter] > max) throw new MarkdownTooComplexError(`More than ${max} ${counter}.`)
}

const createNestingError = () => new MarkdownTooComplexError(`More than ${MAX_NESTING} in one another.`)

/**
 * Makes a parser throw a MarkdownTooComplexError for texts beyond the limits. Must be called before plugins are added.
 * @returns the same parser
 */
export function limitParserWork(parser: Parser): Parser {
  const { core, block, inline } = parser
  core.ruler.before('normalize', 'begin', () => void Object.assign(counts, { tokens: 0, steps: 0, notes: 0 }))
  const BlockState = block.State
  block.State = class extends BlockState {
    override push(...token: Parameters<InstanceType<typeof BlockState>['push']>) {
      incrementCount('tokens', MAX_TOKENS)
      // The parser has its own, higher nesting limit, at which it silently drops content.
      if (this.level > MAX_NESTING) throw createNestingError()
      return super.push(...token)
    }
  }
  // The parser scans all lines of a quotation once per nesting level, so the depth is checked before the first scan.
  block.ruler.before('blockquote', 'count quotations', ({ src, bMarks, tShift, level }, line) => {
    QUOTATION_MARKS.lastIndex = (bMarks[line] ?? 0) + (tShift[line] ?? 0)
    const marks = QUOTATION_MARKS.exec(src)?.[0].replaceAll(' ', '') ?? ''
    if (level + marks.length > MAX_NESTING) throw createNestingError()
    return false
  })
  const InlineState = inline.State
  inline.State = class extends InlineState {
    override push(...token: Parameters<InstanceType<typeof InlineState>['push']>) {
      incrementCount('tokens', MAX_TOKENS)
      if (token[0] === 'footnote_ref') incrementCount('notes', MAX_NOTES)
      return super.push(...token)
    }
  }
  const skipToken = inline.skipToken.bind(inline)
  inline.skipToken = (state) => {
    incrementCount('steps', MAX_STEPS)
    skipToken(state)
  }
  core.ruler.push('limit links', ({ tokens }) => {
    const links = tokens.flatMap(({ children }) => (children ?? []).flatMap(({ attrs }) => (attrs === null ? [] : [attrs])))
    const length = links.flat().reduce((sum, [, value]) => sum + String(value).length, 0)
    if (links.length > MAX_LINKS || length > MAX_URL_LENGTH)
      throw new MarkdownTooComplexError('More links, or longer ones, than a text may have.')
  })
  return parser
}
