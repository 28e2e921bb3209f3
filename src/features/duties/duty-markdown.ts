/** Renders documents as Markdown (CommonMark). */
import type { DocumentBlock } from './duty-document.policy.ts'

export const toMarkdown = (blocks: readonly DocumentBlock[]): string => `${blocks.map(renderBlock).filter(Boolean).join('\n\n')}\n`

function renderBlock(block: DocumentBlock): string {
  if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${escapeInline(block.text)}`
  if (block.kind === 'text') return escapeInline(block.text)
  if (block.kind === 'answer') return escapeLines(block.text)
  if (block.kind === 'links') return block.links.map(({ title, url }) => `- [${escapeInline(title)}](${url})`).join('\n')
  return block.facts.map(({ label, value }) => `- **${escapeInline(label)}:** ${escapeInline(value)}`).join('\n')
}

const escapeInline = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|~!&]/g, '\\$&')

/** Escapes a text with line breaks, and the markers of lists at the beginning of lines. Empty lines separate paragraphs. */
const escapeLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) =>
      escapeInline(line.trim())
        .replace(/^[-+=]/, '\\$&')
        .replace(/^(\d{1,9})([.)])/, '$1\\$2'),
    )
    .join('\n')
    .replaceAll(/\n{2,}/g, '\n\n')
    .replaceAll(/(?<=[^\n])\n(?=[^\n])/g, '\\\n')
