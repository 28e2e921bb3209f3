/**
 * Limits the parser's work on a Markdown text (denial of service): `![` a hundred thousand times would take many seconds of backtracking.
 * The limits are far beyond real texts, and they count work instead of time so that they are deterministic.
 */
import type MarkdownIt from 'markdown-it'

/** Thrown for a text beyond the limits. */
export class MarkdownTooComplexError extends Error {}

/** Nested lists, quotations and tables; each list counts twice. */
const MAX_NESTING = 30
/** Of markdown-it: a table has three for each cell. */
const MAX_TOKENS = 40_000
/** Calls of `skipToken`, with which the parser looks for the end of a link, picture or note. */
const MAX_STEPS = 400_000
const MAX_NOTES = 500
const MAX_LINKS = 1000
/** Total length of the URLs of links and pictures: a reference definition can be used many times. */
const MAX_URL_LENGTH = 400_000

/** All quotation marks at the beginning of a line, with the spaces allowed between them. */
const QUOTATIONS = /(?:> {0,4})*/y

type Parser = InstanceType<typeof MarkdownIt>
interface Counts {
  tokens: number
  steps: number
  notes: number
}
/** Module state, because parsing is synchronous. */
const counts: Counts = { tokens: 0, steps: 0, notes: 0 }
const count = (what: keyof Counts, max: number) => {
  if (++counts[what] > max) throw new MarkdownTooComplexError(`More than ${max} ${what}.`)
}

const tooDeep = () => new MarkdownTooComplexError(`More than ${MAX_NESTING} in one another.`)

/** Makes a parser throw a MarkdownTooComplexError for texts beyond the limits. Must be called before plugins are added. */
export function limitParserWork(parser: Parser): Parser {
  const { core, block, inline } = parser
  core.ruler.before('normalize', 'begin', () => void Object.assign(counts, { tokens: 0, steps: 0, notes: 0 }))
  const BlockState = block.State
  block.State = class extends BlockState {
    override push(...token: Parameters<InstanceType<typeof BlockState>['push']>) {
      count('tokens', MAX_TOKENS)
      // At its own nesting limit, the parser would silently drop content.
      if (this.level > MAX_NESTING) throw tooDeep()
      return super.push(...token)
    }
  }
  // The parser scans all lines of a quotation at each nesting level, so the depth is checked before the first scan.
  block.ruler.before('blockquote', 'count quotations', ({ src, bMarks, tShift, level }, line) => {
    QUOTATIONS.lastIndex = (bMarks[line] ?? 0) + (tShift[line] ?? 0)
    const marks = QUOTATIONS.exec(src)?.[0].replaceAll(' ', '') ?? ''
    if (level + marks.length > MAX_NESTING) throw tooDeep()
    return false
  })
  const InlineState = inline.State
  inline.State = class extends InlineState {
    override push(...token: Parameters<InstanceType<typeof InlineState>['push']>) {
      count('tokens', MAX_TOKENS)
      if (token[0] === 'footnote_ref') count('notes', MAX_NOTES)
      return super.push(...token)
    }
  }
  const skipToken = inline.skipToken.bind(inline)
  inline.skipToken = (state) => {
    count('steps', MAX_STEPS)
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
