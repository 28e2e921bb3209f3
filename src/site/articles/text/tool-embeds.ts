/** The tools in a text: where they stand, and what they are filled with. */
import { readGivenTexts } from '#features/tools/tool-parameters.policy.ts'

export interface ToolEmbedPlace {
  name: string
  given: Record<string, string>
}
export type TextPart = { html: string } | ToolEmbedPlace

/** As src/platform/markdown/markdown-tools.ts writes it. */
const PLACE = /<p data-tool="([a-z-]+)"><a href="\/tools\/[a-z-]+(?:\?([^"]*))?">[^<]*<\/a><\/p>/

/** The HTML before, between and after the tools, and the tools. */
export function splitAtTools(html: string): TextPart[] {
  const parts = html.split(PLACE)
  return Array.from({ length: Math.ceil(parts.length / 3) }, (_, at) => at * 3).flatMap((at): TextPart[] => {
    const [text = '', name, query = ''] = parts.slice(at, at + 3)
    const before = text.trim() === '' ? [] : [{ html: text }]
    if (name === undefined) return before
    return [...before, { name, given: readGivenTexts(new URLSearchParams(query.replaceAll('&amp;', '&'))) }]
  })
}

export const toolsIn = (html: string): ToolEmbedPlace[] => splitAtTools(html).flatMap((part) => ('name' in part ? [part] : []))
