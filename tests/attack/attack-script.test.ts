/** The script detector finds unescaped script, and nothing in escaped text. */
import { expect, test } from 'vitest'
import { findScript, findScriptInResponse } from './find-script.ts'
import { SCRIPT_TEXTS } from './script-texts.ts'

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

test.each(SCRIPT_TEXTS.filter((text) => /^<(?!!--|javascript|http)/.test(text)))(
  'finds the unescaped %s, and ignores it escaped',
  (text) => {
    expect(findScript(`<p>${text}</p>`)).not.toEqual([])
    expect(findScript(`<p title="${escape(text)}">${escape(text)}</p>`)).toEqual([])
  },
)

test.each([
  ['an injected attribute', '<p title="" onmouseover="alert(31337)" x="">'],
  ['a URL with an entity', '<a href="java&#10;script:alert(31337)">a</a>'],
  ['an unquoted URL', '<a href=javascript:alert(31337)>a</a>'],
  ['JSON that closes its script element', '<script type="application/json">{"a":"</script><script>alert(31337)</script>"}</script>'],
])('finds script in %s', (_name, html) => expect(findScript(html)).not.toEqual([]))

test('finds no script in the markup of our own pages', () => {
  const html =
    '<script src="/start.js"></script><script type="application/json">{"a":"\\u003cscript"}</script><a href="/a?javascript:">a</a>'
  expect(findScript(html)).toEqual([])
})

test('reads HTML fields of JSON, and descriptions of RSS', () => {
  expect(findScriptInResponse('application/json', '{"title":"<script>","contentHtml":"<p>a</p>"}')).toEqual([])
  expect(findScriptInResponse('application/json', '[{"contentHtml":"<svg onload=a>"}]')).not.toEqual([])
  const rss = (text: string) => `<rss><channel><item><description>${text}</description></item></channel></rss>`
  expect(findScriptInResponse('application/rss+xml', rss('&lt;svg onload=a&gt;'))).not.toEqual([])
  expect(findScriptInResponse('application/rss+xml', rss('&amp;lt;svg onload=a&amp;gt;'))).toEqual([])
})
