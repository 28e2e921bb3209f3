/**
 * Safety caveats, which texts, tools and products name by key. A text shows one with `{{caveat:key}}` on a separate line; it becomes a
 * Markdown alert (`> [!CAUTION]`), which markdown-callouts.ts renders.
 */
import { formatLongDate } from '#wording/dates.ts'

/** A caveat as the API returns it. */
export interface Caveat {
  key: string
  title: string
  /** One paragraph of Markdown whose only markup is links. */
  text: string
  source: { title: string; publisher: string; url: string }
  /** ISO date on which the source was last checked. */
  checkedOn: string
}

export type FindCaveat = (key: string) => Caveat | undefined

export const CAVEAT_PREFIX = 'caveat:'
/** Matches the line of a placeholder, indented by at most three spaces, as Markdown allows for blocks. */
const CAVEAT_LINE_PATTERN = /^ {0,3}\{\{ ?caveat:([a-z0-9-]{1,60}) ?\}\}[ \t]*$/
const LINK_PATTERN = /\[([^\]]*)\]\(([^()\s]+)\)/g

/** @returns the key if the line is the placeholder of a caveat; `undefined` otherwise */
export const parseCaveatLine = (line: string): string | undefined => CAVEAT_LINE_PATTERN.exec(line)?.[1]

/** Formats a caveat as a block of Markdown, with its source. */
export function formatCaveat({ title, text, source, checkedOn }: Caveat, language: string): string {
  const checked = formatLongDate(checkedOn, language)
  const lines = [
    '[!CAUTION]',
    `**${title}**`,
    '',
    text,
    '',
    `Source: ${source.publisher}, [${source.title}](${source.url}), checked ${checked}.`,
  ]
  return `\n${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n`
}

/** Formats a caveat as one line of plain text, for texts without Markdown. */
export const formatPlainCaveat = ({ title, text }: Caveat): string =>
  `${title}. ${splitAtLinks(text)
    .map((part) => part.text)
    .join('')}`

/** Splits a caveat's text into plain text and links, in order. */
export function splitAtLinks(text: string): { text: string; url?: string }[] {
  const parts: { text: string; url?: string }[] = []
  let copiedUntil = 0
  for (const { 0: link, 1: label = '', 2: url = '', index } of text.matchAll(LINK_PATTERN)) {
    parts.push({ text: text.slice(copiedUntil, index) }, { text: label, url })
    copiedUntil = index + link.length
  }
  return [...parts, { text: text.slice(copiedUntil) }].filter((part) => part.text !== '')
}

/** Removes the placeholders of caveats from a text. @returns the remaining text, and the distinct keys in order */
export function extractCaveats(source: string): { text: string; keys: string[] } {
  if (!source.includes(CAVEAT_PREFIX)) return { text: source, keys: [] }
  const lines = source.split('\n')
  const keys = lines.flatMap((line) => parseCaveatLine(line) ?? [])
  if (keys.length === 0) return { text: source, keys: [] }
  const text = lines.filter((line) => parseCaveatLine(line) === undefined).join('\n')
  return { text: text.replace(/\n{3,}/g, '\n\n').trim(), keys: [...new Set(keys)] }
}
