/** Fake worker for tests of the Markdown renderer: it hangs, sleeps, throws or exits, depending on the text. */
import { threadId } from 'node:worker_threads'
import type { RenderedText } from '#platform/markdown/markdown-plain.ts'
import type { RenderTask } from '#platform/markdown/markdown-renderer.ts'

export default function renderOddly({ texts, progress }: RenderTask): RenderedText[] {
  Atomics.store(progress, 1, threadId)
  return texts.map(({ source }, index) => {
    Atomics.store(progress, 0, index + 1)
    if (source === 'hang') for (;;);
    if (source === 'rest') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000)
    if (source === 'fail') throw new Error('no such text')
    if (source === 'exit') process.exit(3)
    return { html: `<i>${source} ${crypto.randomUUID()}</i>`, isPlain: false, words: 1 }
  })
}
