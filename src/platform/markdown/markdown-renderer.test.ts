/** Threads that may hang or end over one text of many. */
import { afterEach, expect, test } from 'vitest'
import { MarkdownRenderer, type MarkdownRendererOptions } from './markdown-renderer.ts'

const warnings: object[] = []
const log = { info() {}, warn: (about: object) => void warnings.push(about), error() {} }
const open: MarkdownRenderer[] = []
function makeRenderer(given: MarkdownRendererOptions = {}): MarkdownRenderer {
  const renderer = new MarkdownRenderer({ script: new URL('../../../tests/support/odd-renderer.ts', import.meta.url), ...given })
  open.push(renderer)
  return renderer
}
afterEach(async () => {
  warnings.length = 0
  await Promise.all(open.splice(0).map((renderer) => renderer.close()))
})

test.each(['hang', 'fail', 'exit'])('a text that makes a thread %s is shown as it was typed; those beside it are not', async (odd) => {
  const renderer = makeRenderer({ maxComputingMs: 1500 })
  const texts = ['one', odd, 'two']
  const rendered = await Promise.all(texts.map((text) => renderer.render(text, 'user', log)))
  expect(rendered.map(({ isPlain }) => isPlain)).toEqual([false, true, false])
  expect(rendered[1]?.html).toBe(`<p>${odd}</p>\n`)
  expect(warnings).toHaveLength(1)
  expect(await renderer.render(odd, 'user', log)).toBe(rendered[1])
  expect(warnings).toHaveLength(1)
})

test('a thread that the machine has no time for is waited for', async () => {
  const rendered = await makeRenderer({ maxComputingMs: 600 }).render('rest', 'user', log)
  expect([rendered.isPlain, warnings]).toEqual([false, []])
})

test('a text is rendered once, also when many ask for it at once; a draft is not kept', async () => {
  const renderer = makeRenderer()
  const asked = await Promise.all(['a', 'a', 'b'].map((text) => renderer.render(text, 'user', log)))
  expect(asked[0]).toBe(asked[1])
  expect(await renderer.render('a', 'user', log)).toBe(asked[0])
  expect(await renderer.render('a', 'site', log)).not.toEqual(asked[0])
  const draft = await renderer.renderOnce('c', 'site', log)
  expect(await renderer.render('c', 'site', log)).not.toEqual(draft)
})

test('where too many texts wait, one more is told to come back; the others get their turn', async () => {
  const renderer = makeRenderer({ maxWaiting: 2 })
  const asked = await Promise.allSettled(['a', 'b', 'c'].map((text) => renderer.render(text, 'user', log)))
  expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(asked[2]).toMatchObject({ reason: { status: 503 } })
})

test('many texts come each to whoever asked', async () => {
  const renderer = makeRenderer()
  const texts = Array.from({ length: 230 }, (_, n) => `text ${n}`)
  const rendered = await Promise.all(texts.map((text) => renderer.render(text, 'user', log)))
  expect(rendered.every(({ html }, n) => html.startsWith(`<i>text ${n} `))).toBe(true)
})
