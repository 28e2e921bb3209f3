/** The other end of markdown.ts, in a thread of its own. */
import { layOutPlain } from './markdown-plain.ts'
import { TooInvolvedError } from './markdown-limits.ts'
import { parseMarkdown } from './markdown-parser.ts'
import type { RenderedText, RenderTask } from './markdown-renderer.ts'

export default function renderAll({ texts, progress }: RenderTask): RenderedText[] {
  return texts.map(({ source, by }, at) => {
    Atomics.store(progress, 0, at + 1)
    try {
      return { html: parseMarkdown(source, by), isPlain: false }
    } catch (fault) {
      if (fault instanceof TooInvolvedError) return { html: layOutPlain(source), isPlain: true }
      throw fault
    }
  })
}
