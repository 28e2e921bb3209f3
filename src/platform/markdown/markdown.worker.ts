/** Worker thread of markdown-renderer.ts. */
import { threadId } from 'node:worker_threads'
import { countWords, renderPlain } from './markdown-plain.ts'
import { MarkdownTooComplexError } from './markdown-limits.ts'
import { parseMarkdown } from './markdown-parser.ts'
import { toPlainText } from './plain-text.ts'
import type { RenderTask } from './markdown-renderer.ts'
import type { RenderedText } from './markdown-plain.ts'

export default function renderAll({ texts, progress }: RenderTask): RenderedText[] {
  Atomics.store(progress, 1, threadId)
  return texts.map(({ source, by }, at) => {
    Atomics.store(progress, 0, at + 1)
    try {
      return { html: parseMarkdown(source, by), isPlain: false, words: countWords(toPlainText(source)) }
    } catch (error) {
      if (error instanceof MarkdownTooComplexError) return renderPlain(source)
      throw error
    }
  })
}
