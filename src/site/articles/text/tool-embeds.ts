/** Finds the tools that are embedded in an article's HTML, and their preset inputs. */
import { readToolQuery } from '#features/tools/tool-parameters.policy.ts'

export interface EmbeddedTool {
  name: string
  presets: Record<string, string>
}
export type TextPart = { html: string } | EmbeddedTool

/** Matches the markup that src/platform/markdown/markdown-tools.ts writes. */
const EMBED_MARKUP = /<p data-tool="([a-z-]+)"><a href="\/tools\/[a-z-]+(?:\?([^"]*))?">[^<]*<\/a><\/p>/

/** Splits HTML into text and embedded tools, in their order in the article. */
export function splitAtTools(html: string): TextPart[] {
  // The list repeats three items: the text before a tool, and the two groups of the pattern (name and query).
  const parts = html.split(EMBED_MARKUP)
  return Array.from({ length: Math.ceil(parts.length / 3) }, (_, index) => index * 3).flatMap((start): TextPart[] => {
    const [text = '', name, query = ''] = parts.slice(start, start + 3)
    const textParts = text.trim() === '' ? [] : [{ html: text }]
    if (name === undefined) return textParts
    return [...textParts, { name, presets: readToolQuery(new URLSearchParams(query.replaceAll('&amp;', '&'))) }]
  })
}

export const findEmbeddedTools = (html: string): EmbeddedTool[] => splitAtTools(html).flatMap((part) => ('name' in part ? [part] : []))
