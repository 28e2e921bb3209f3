/** Entry point of the worker threads of markdown-renderer.ts. */
import { threadId } from 'node:worker_threads'
import { countWords, renderPlain } from './markdown-plain.ts'
import { MarkdownTooComplexError } from './markdown-limits.ts'
import { parseMarkdown } from './markdown-parser.ts'
import { toPlainText } from './plain-text.ts'
import type { RenderTask } from './markdown-renderer.ts'
import type { RenderedText } from './markdown-plain.ts'

/** Renders a batch and reports the progress. @throws any error other than MarkdownTooComplexError, so that the caller can skip that text */
export default function renderTexts({ texts, progress }: RenderTask): RenderedText[] {
  Atomics.store(progress, 1, threadId)
  return texts.map(({ source, author }, index) => {
    Atomics.store(progress, 0, index + 1)
    try {
      return { html: parseMarkdown(source, author), isPlain: false, words: countWords(toPlainText(source)) }
    } catch (error) {
      if (error instanceof MarkdownTooComplexError) return renderPlain(source)
      throw error
    }
  })
}
