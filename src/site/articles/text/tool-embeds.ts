/** Finds the tools embedded in an article's HTML, and their preset inputs. */
import { readToolQuery } from '#features/tools/tool-parameters.policy.ts'

export interface EmbeddedTool {
  name: string
  presets: Record<string, string>
}
export type TextPart = { html: string } | EmbeddedTool

/** Matches the markup that src/platform/markdown/markdown-tools.ts writes. */
const EMBED_MARKUP = /<p data-tool="([a-z-]+)"><a href="\/tools\/[a-z-]+(?:\?([^"]*))?">[^<]*<\/a><\/p>/

/** Splits the HTML into the text parts and the tools between them. */
export function splitAtTools(html: string): TextPart[] {
  const parts = html.split(EMBED_MARKUP)
  return Array.from({ length: Math.ceil(parts.length / 3) }, (_, index) => index * 3).flatMap((start): TextPart[] => {
    const [text = '', name, query = ''] = parts.slice(start, start + 3)
    const before = text.trim() === '' ? [] : [{ html: text }]
    if (name === undefined) return before
    return [...before, { name, presets: readToolQuery(new URLSearchParams(query.replaceAll('&amp;', '&'))) }]
  })
}

export const findEmbeddedTools = (html: string): EmbeddedTool[] => splitAtTools(html).flatMap((part) => ('name' in part ? [part] : []))
