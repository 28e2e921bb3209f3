/** Tests the queue, cache and worker threads, also with threads that hang, fail or exit on one text of a batch. */
import { afterEach, expect, test } from 'vitest'
import { MarkdownRenderer, type MarkdownRendererOptions } from './markdown-renderer.ts'

const warnings: object[] = []
const log = { info() {}, warn: (fields: object) => void warnings.push(fields), error() {} }
const openRenderers: MarkdownRenderer[] = []
function makeRenderer(options: MarkdownRendererOptions = {}): MarkdownRenderer {
  const renderer = new MarkdownRenderer({ script: new URL('../../../tests/support/odd-renderer.ts', import.meta.url), ...options })
  openRenderers.push(renderer)
  return renderer
}
afterEach(async () => {
  warnings.length = 0
  await Promise.all(openRenderers.splice(0).map((renderer) => renderer.close()))
})

test.each(['hang', 'fail', 'exit'])(
  'a text that makes a thread %s is shown unformatted, and the rest of its batch is rendered',
  async (badText) => {
    const renderer = makeRenderer({ maxCpuMs: 1500 })
    const texts = ['one', badText, 'two']
    const rendered = await Promise.all(texts.map((text) => renderer.render(text, 'user', log)))
    expect(rendered.map(({ isPlain }) => isPlain)).toEqual([false, true, false])
    expect(rendered[1]?.html).toBe(`<p>${badText}</p>\n`)
    expect(warnings).toHaveLength(1)
    expect(await renderer.render(badText, 'user', log)).toBe(rendered[1])
    expect(warnings).toHaveLength(1)
  },
)

test('the time limit of a text counts CPU time and not the time in which a thread waits', async () => {
  const rendered = await makeRenderer({ maxCpuMs: 600 }).render('rest', 'user', log)
  expect(rendered.isPlain).toBe(false)
  expect(warnings).toEqual([])
})

test('render caches results and shares those of equal texts, and renderOnce does neither', async () => {
  const renderer = makeRenderer()
  const rendered = await Promise.all(['a', 'a', 'b'].map((text) => renderer.render(text, 'user', log)))
  expect(rendered[0]).toBe(rendered[1])
  expect(await renderer.render('a', 'user', log)).toBe(rendered[0])
  expect(await renderer.render('a', 'site', log)).not.toEqual(rendered[0])
  const draft = await renderer.renderOnce('c', 'site', log)
  expect(await renderer.render('c', 'site', log)).not.toEqual(draft)
})

test('render rejects a text with 503 if the queue is full', async () => {
  const renderer = makeRenderer({ maxQueueLength: 2 })
  const results = await Promise.allSettled(['a', 'b', 'c'].map((text) => renderer.render(text, 'user', log)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(results[2]).toMatchObject({ reason: { status: 503 } })
})

test('render returns each caller its own text if the texts need several batches', async () => {
  const renderer = makeRenderer()
  const texts = Array.from({ length: 230 }, (_, n) => `text ${n}`)
  const rendered = await Promise.all(texts.map((text) => renderer.render(text, 'user', log)))
  expect(rendered.every(({ html }, n) => html.startsWith(`<i>text ${n} `))).toBe(true)
})
