/**
 * What a Markdown text may cost. The parser goes back and forth in texts that are made for it: `![` a hundred thousand times keeps
 * it busy for many seconds. These limits are far beyond what anybody writes, and count work, not time: they decide alike everywhere.
 */
import type MarkdownIt from 'markdown-it'

/** A text that is beyond the limits. */
export class TooInvolvedError extends Error {}

/** Lists, quotations and tables in one another; each list counts twice. */
const MAX_NESTING = 30
/** Paragraphs, list items, cells and what is in them: a table has three for each cell. */
const MAX_TOKENS = 40_000
/** How often the parser looks at a character again, to find where a link, a picture or a note ends. */
const MAX_STEPS = 400_000
const MAX_NOTES = 500
const MAX_LINKS = 1000
/** Addresses of links and pictures in all: one that is defined once may be used many times. */
const MAX_ADDRESS_LENGTH = 400_000

/** As many as stand at the beginning of a line, each with what may stand before the next. */
const QUOTATIONS = /(?:> {0,4})*/y

type Parser = InstanceType<typeof MarkdownIt>
interface Spent {
  tokens: number
  steps: number
  notes: number
}
/** One text is parsed at a time, from its first to its last character. */
const spent: Spent = { tokens: 0, steps: 0, notes: 0 }
const spend = (what: keyof Spent, most: number) => {
  if (++spent[what] > most) throw new TooInvolvedError(`More than ${most} ${what}.`)
}

const tooDeep = () => new TooInvolvedError(`More than ${MAX_NESTING} in one another.`)

/** Makes a parser throw a TooInvolvedError where a text costs too much. To be called before its plugins come. */
export function limitParserWork(parser: Parser): Parser {
  const { core, block, inline } = parser
  core.ruler.before('normalize', 'begin', () => void Object.assign(spent, { tokens: 0, steps: 0, notes: 0 }))
  const BlockState = block.State
  block.State = class extends BlockState {
    override push(...token: Parameters<InstanceType<typeof BlockState>['push']>) {
      spend('tokens', MAX_TOKENS)
      // Where the parser's own limit is reached, it leaves the words out.
      if (this.level > MAX_NESTING) throw tooDeep()
      return super.push(...token)
    }
  }
  // The parser goes through all lines of a quotation before it looks into it: thirty times through what is thirty deep.
  block.ruler.before('blockquote', 'count quotations', ({ src, bMarks, tShift, level }, line) => {
    QUOTATIONS.lastIndex = (bMarks[line] ?? 0) + (tShift[line] ?? 0)
    const marks = QUOTATIONS.exec(src)?.[0].replaceAll(' ', '') ?? ''
    if (level + marks.length > MAX_NESTING) throw tooDeep()
    return false
  })
  const InlineState = inline.State
  inline.State = class extends InlineState {
    override push(...token: Parameters<InstanceType<typeof InlineState>['push']>) {
      spend('tokens', MAX_TOKENS)
      if (token[0] === 'footnote_ref') spend('notes', MAX_NOTES)
      return super.push(...token)
    }
  }
  const skipToken = inline.skipToken.bind(inline)
  inline.skipToken = (state) => {
    spend('steps', MAX_STEPS)
    skipToken(state)
  }
  core.ruler.push('measure addresses', ({ tokens }) => {
    const links = tokens.flatMap(({ children }) => (children ?? []).flatMap(({ attrs }) => (attrs === null ? [] : [attrs])))
    const length = links.flat().reduce((sum, [, value]) => sum + String(value).length, 0)
    if (links.length > MAX_LINKS || length > MAX_ADDRESS_LENGTH)
      throw new TooInvolvedError('More links, or longer ones, than a text may have.')
  })
  return parser
}
