import { expect, test } from 'vitest'
import { renderMarkdown as renderMarkdownInContext, type Author } from './markdown.ts'

const log = { info() {}, warn() {}, error() {} }
const renderMarkdown = (source: string, author: Author) => renderMarkdownInContext({ log }, source, author)

test.each([
  '<script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html;base64,AAAA)',
  '![x](javascript:alert(1))',
  '<img src=x onerror=alert(1)>',
  '<a href="x" onclick="alert(1)">x</a>',
  '<javascript:alert(1)>',
  '[x](//evil.example)',
])('SEC-12 %s is rendered without scripts, handlers or unsafe URLs', async (attack) => {
  for (const author of ['site', 'user'] as const) {
    const html = await renderMarkdown(attack, author)
    expect(html).not.toMatch(/<script|<img[^>]+(javascript|onerror)|href="(javascript|data|\/\/)|<a[^>]+onclick/i)
  }
})

test('ART-31 renders headings, lists, links, emphasis and tables', async () => {
  const html = await renderMarkdown('# One\n\n## Two\n\n- a\n\n*em* **strong** [link](/forum)\n\n| a | b |\n|---|--:|\n| 1 | 2 |', 'site')
  for (const part of [
    '<h2>One</h2>',
    '<h2>Two</h2>',
    '<li>a</li>',
    '<em>em</em>',
    '<a href="/forum">',
    '<td style="text-align:right">2</td>',
  ])
    expect(html).toContain(part)
})

test('footnotes are linked in both directions in site texts and not rendered in user texts', async () => {
  const source = 'It loses 12 %.[^wind]\n\n[^wind]: Measured in May 2026.'
  const html = await renderMarkdown(source, 'site')
  expect(html).toContain('It loses 12\u00a0%.<sup><a href="#fn1" aria-label="Note 1" id="fnref1">1</a></sup>')
  expect(html).toMatch(
    /<section class="footnotes"><h2>Notes<\/h2><ol><li id="fn1">\s*<p>Measured in May 2026. <a href="#fnref1" aria-label="Back to the text">/,
  )
  expect(await renderMarkdown(source, 'user')).not.toContain('<sup>')
})

test('a picture in its own paragraph becomes a figure with its title as caption; a picture within a line does not', async () => {
  expect(await renderMarkdown('![A house](/art/scenes/hero.svg "One of *ours*")', 'site')).toBe(
    '<figure><img src="/art/scenes/hero.svg" alt="A house" loading="lazy"><figcaption>One of *ours*</figcaption></figure>\n',
  )
  expect(await renderMarkdown('![A](/a.svg) beside words', 'site')).toContain('<p><img src="/a.svg" alt="A" /> beside')
})

test('quotation marks become curly in site texts and stay straight in user texts', async () => {
  expect(await renderMarkdown(`It's "cheap" (c) 5' 'x'... \`"code"\``, 'site')).toBe(
    '<p>It’s “cheap” (c) 5’ ‘x’... <code>"code"</code></p>\n',
  )
  expect(await renderMarkdown(`It's "cheap"`, 'user')).toBe('<p>It\'s "cheap"</p>\n')
})

test('links in user texts have rel="ugc nofollow noopener" and pictures are removed', async () => {
  expect(await renderMarkdown('https://example.org and ![p](https://example.org/p.png)', 'user')).toMatch(
    /rel="ugc nofollow noopener"(?![\s\S]*<img)/,
  )
})

test('a picture on another host becomes a link in site texts', async () => {
  expect(await renderMarkdown('![A roof](https://example.org/p.png "On a hill")\n\n![](//example.org/p.png)', 'site')).toBe(
    '<p><a href="https://example.org/p.png" rel="noopener">A roof</a></p>\n<figure><img alt="" loading="lazy"></figure>\n',
  )
})
