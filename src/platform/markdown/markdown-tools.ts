/**
 * Parses tools that are embedded in the site's own texts: `::tool[solar]{slopes=4:35:S:none use=3100}` on a separate line is a tool with
 * its inputs. It is rendered as a link, which feeds and mails show; pages replace the link by the tool.
 */
import type MarkdownIt from 'markdown-it'

const TOOL_LINE_PATTERN = /^::tool\[([a-z-]{1,40})\](?:\{([^{}]{0,1500})\})?[ \t]*$/
/** Matches one input, `name=value` or `name="a value"`. */
const INPUT_PATTERN = /([A-Za-z]\w{0,30})=(?:"([^"]{0,400})"|([^\s"]{1,400}))/g
const LABEL = 'Try this with your own numbers'

/** Parses a line. @returns the tool's name, and its path with the inputs as query; `undefined` if the line is not a tool */
export function parseToolLine(line: string): { name: string; path: string } | undefined {
  const [match, name = '', inputs = ''] = TOOL_LINE_PATTERN.exec(line.trim()) ?? []
  if (match === undefined) return undefined
  const entries = [...inputs.matchAll(INPUT_PATTERN)].map(([, input = '', quoted, unquoted]): [string, string] => [
    input,
    quoted ?? unquoted ?? '',
  ])
  const search = String(new URLSearchParams(entries))
  return { name, path: search ? `/tools/${name}?${search}` : `/tools/${name}` }
}

/** markdown-it plugin that renders tool lines as links in `<p data-tool="name">`. */
export function toolBlockPlugin({ block, renderer, utils }: InstanceType<typeof MarkdownIt>): void {
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
  renderer.rules['tool'] = (tokens, index) => {
    const { name = '', path = '' } = (tokens[index]?.meta ?? {}) as { name?: string; path?: string }
    return `<p data-tool="${name}"><a href="${utils.escapeHtml(path)}">${LABEL}</a></p>\n`
  }
}
