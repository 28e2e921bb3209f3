/**
 * `::tool[solar]{slopes=4:35:S:none use=3100}` on a line of its own: a tool with its inputs, in the site's own texts. It becomes a link, which is
 * all that a feed or a mail has of it; a page puts the tool in its place.
 */
import type MarkdownIt from 'markdown-it'

/** A line that is nothing but a tool. */
const TOOL_LINE = /^::tool\[([a-z-]{1,40})\](?:\{([^{}]{0,1500})\})?[ \t]*$/
/** `name=value` or `name="a value"`. */
const INPUT = /([A-Za-z]\w{0,30})=(?:"([^"]{0,400})"|([^\s"]{1,400}))/g
const LABEL = 'Do this sum with your own figures'

/** @returns the path of the tool, filled with what the line says */
export function parseToolLine(line: string): { name: string; path: string } | undefined {
  const [whole, name = '', inputs = ''] = TOOL_LINE.exec(line.trim()) ?? []
  if (whole === undefined) return undefined
  const given = [...inputs.matchAll(INPUT)].map(([, input = '', quoted, bare]): [string, string] => [input, quoted ?? bare ?? ''])
  const search = String(new URLSearchParams(given))
  return { name, path: search ? `/tools/${name}?${search}` : `/tools/${name}` }
}

/** For the parser of the site's own texts. */
export function toolBlocks({ block, renderer, utils }: InstanceType<typeof MarkdownIt>): void {
  block.ruler.before(
    'paragraph',
    'tool',
    (state, line, _end, isSilent) => {
      const text = state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line] ?? 0)
      const tool = text.startsWith('::tool[') ? parseToolLine(text) : undefined
      if (!tool) return false
      if (isSilent) return true
      state.line = line + 1
      state.push('tool', '', 0).meta = tool
      return true
    },
    { alt: ['paragraph'] },
  )
  renderer.rules['tool'] = (tokens, at) => {
    const { name = '', path = '' } = (tokens[at]?.meta ?? {}) as { name?: string; path?: string }
    return `<p data-tool="${name}"><a href="${utils.escapeHtml(path)}">${LABEL}</a></p>\n`
  }
}
