/**
 * Embedded tools in the site's own texts: `::tool[solar]{slopes=4:35:S:none use=3100}` on a separate line is a tool with its inputs. It
 * becomes a link, which feeds and mails show; pages replace it by the tool.
 */
import type MarkdownIt from 'markdown-it'

const TOOL_LINE = /^::tool\[([a-z-]{1,40})\](?:\{([^{}]{0,1500})\})?[ \t]*$/
/** `name=value` or `name="a value"`. */
const INPUT = /([A-Za-z]\w{0,30})=(?:"([^"]{0,400})"|([^\s"]{1,400}))/g
const LABEL = 'Try this with your own numbers'

/** @returns the tool's name and its path with the inputs as query; undefined if the line is not a tool */
export function parseToolLine(line: string): { name: string; path: string } | undefined {
  const [whole, name = '', inputs = ''] = TOOL_LINE.exec(line.trim()) ?? []
  if (whole === undefined) return undefined
  const entries = [...inputs.matchAll(INPUT)].map(([, input = '', quoted, bare]): [string, string] => [input, quoted ?? bare ?? ''])
  const search = String(new URLSearchParams(entries))
  return { name, path: search ? `/tools/${name}?${search}` : `/tools/${name}` }
}

/** markdown-it plugin. */
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
