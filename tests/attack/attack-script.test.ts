/** What looks for script finds it where nobody has escaped it, and nothing where it is words. */
import { expect, test } from 'vitest'
import { findScript, findScriptInResponse } from './find-script.ts'
import { SCRIPT_TEXTS } from './script-texts.ts'

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

test.each(SCRIPT_TEXTS.filter((text) => /^<(?!!--|javascript|http)/.test(text)))('%s', (text) => {
  expect(findScript(`<p>${text}</p>`)).not.toEqual([])
  expect(findScript(`<p title="${escape(text)}">${escape(text)}</p>`)).toEqual([])
})

test.each([
  ['an attribute that is closed', '<p title="" onmouseover="alert(31337)" x="">'],
  ['an address with an entity', '<a href="java&#10;script:alert(31337)">a</a>'],
  ['an address without quotation marks', '<a href=javascript:alert(31337)>a</a>'],
  ['data that is cut short', '<script type="application/json">{"a":"</script><script>alert(31337)</script>"}</script>'],
])('%s', (_name, html) => expect(findScript(html)).not.toEqual([]))

test('what a page of ours has is none', () => {
  const html =
    '<script src="/start.js"></script><script type="application/json">{"a":"\\u003cscript"}</script><a href="/a?javascript:">a</a>'
  expect(findScript(html)).toEqual([])
})

test('answers and feeds are read for what they carry', () => {
  expect(findScriptInResponse('application/json', '{"title":"<script>","contentHtml":"<p>a</p>"}')).toEqual([])
  expect(findScriptInResponse('application/json', '[{"contentHtml":"<svg onload=a>"}]')).not.toEqual([])
  const rss = (text: string) => `<rss><channel><item><description>${text}</description></item></channel></rss>`
  expect(findScriptInResponse('application/rss+xml', rss('&lt;svg onload=a&gt;'))).not.toEqual([])
  expect(findScriptInResponse('application/rss+xml', rss('&amp;lt;svg onload=a&amp;gt;'))).toEqual([])
})
