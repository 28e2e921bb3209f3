/** Tests the parser's output without the worker threads of markdown-renderer.ts. */
import { expect, test } from 'vitest'
import { parseMarkdown } from './markdown-parser.ts'

test('footnotes of site texts are listed under a heading and linked from their references', () => {
  const html = parseMarkdown('One.[^a] Two.[^b]\n\n[^a]: First.\n[^b]: Second.', 'site')
  expect(html).toContain('id="fnref1">1</a></sup>')
  expect(html).toContain('id="fnref2">2</a></sup>')
  expect(html).toMatch(
    /<section class="footnotes"><h2>Notes<\/h2><ol><li id="fn1">[^]*First\.[^]*<li id="fn2">[^]*Second\.[^]*<\/ol><\/section>\s*$/,
  )
})

test.each(['site', 'user'] as const)(
  'a number and its unit are joined by a no-break space in text, not in code, for the author %s',
  (author) => {
    expect(parseMarkdown('It takes 7 kW. `7 kW`', author)).toBe('<p>It takes 7\u00a0kW. <code>7 kW</code></p>\n')
    expect(parseMarkdown('**7 kW**', author)).toBe('<p><strong>7\u00a0kW</strong></p>\n')
  },
)

test('a picture in its own paragraph becomes a figure with its title, if any, as caption', () => {
  expect(parseMarkdown('![A roof](/a.svg "South")', 'site')).toBe(
    '<figure><img src="/a.svg" alt="A roof" loading="lazy"><figcaption>South</figcaption></figure>\n',
  )
  expect(parseMarkdown('![A roof](/a.svg)', 'site')).toBe('<figure><img src="/a.svg" alt="A roof" loading="lazy"></figure>\n')
})

test.each<[source: string, site: string, user?: string]>([
  ['# a\n## b\n### c\n#### d', '<h2>a</h2>\n<h2>b</h2>\n<h3>c</h3>\n<h4>d</h4>\n', '<h3>a</h3>\n<h3>b</h3>\n<h3>c</h3>\n<h4>d</h4>\n'],
  [
    '[a](https://x.example "t") [b](/b) [c](mailto:a@b.example)',
    '<p><a href="https://x.example" title="t" rel="noopener">a</a> <a href="/b">b</a> <a href="mailto:a@b.example">c</a></p>\n',
    '<p><a href="https://x.example" title="t" rel="ugc nofollow noopener">a</a> <a href="/b" rel="ugc nofollow noopener">b</a> <a href="mailto:a@b.example" rel="ugc nofollow noopener">c</a></p>\n',
  ],
  [
    '[a](ftp://x.example) [b](//x.example)',
    '<p><a>a</a> <a>b</a></p>\n',
    '<p><a rel="ugc nofollow noopener">a</a> <a rel="ugc nofollow noopener">b</a></p>\n',
  ],
  [
    '[a](#fn12) [b](#fnref3) [c](#top) [d](/x#fn1)',
    '<p><a href="#fn12" aria-label="Note 12">a</a> <a href="#fnref3" aria-label="Back to the text">b</a> <a href="#top">c</a> <a href="/x#fn1">d</a></p>\n',
    '<p><a href="#fn12" rel="ugc nofollow noopener">a</a> <a href="#fnref3" rel="ugc nofollow noopener">b</a> <a href="#top" rel="ugc nofollow noopener">c</a> <a href="/x#fn1" rel="ugc nofollow noopener">d</a></p>\n',
  ],
  [
    'x.example and https://x.example',
    '<p>x.example and <a href="https://x.example" rel="noopener">https://x.example</a></p>\n',
    '<p>x.example and <a href="https://x.example" rel="ugc nofollow noopener">https://x.example</a></p>\n',
  ],
  ['![a](/b.svg "t") c', '<p><img src="/b.svg" alt="a" title="t" /> c</p>\n', '<p> c</p>\n'],
  ['![a](/b.svg)\n![c](/d.svg)', '<p><img src="/b.svg" alt="a" />\n<img src="/d.svg" alt="c" /></p>\n', '<p>\n</p>\n'],
  [
    '![a](/b.svg "say &quot;x&quot;")',
    '<figure><img src="/b.svg" alt="a" loading="lazy"><figcaption>say &quot;x&quot;</figcaption></figure>\n',
    '<p></p>\n',
  ],
  [
    '![a](/b.svg)\n\n![](/c.svg "d")',
    '<figure><img src="/b.svg" alt="a" loading="lazy"></figure>\n<figure><img src="/c.svg" alt="" loading="lazy"><figcaption>d</figcaption></figure>\n',
    '<p></p>\n<p></p>\n',
  ],
  [
    '![a](https://x.example/b.png) ![](HTTP://x.example/b.png)',
    '<p><a href="https://x.example/b.png" rel="noopener">a</a> <a href="HTTP://x.example/b.png" rel="noopener">Picture</a></p>\n',
    '<p> </p>\n',
  ],
  ['3. a\n4. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>\n'],
  [
    '| a | b | c | d |\n|:-|-:|:-:|-|\n| 1 | 2 | 3 | 4 |',
    '<table>\n<thead>\n<tr>\n<th style="text-align:left">a</th>\n<th style="text-align:right">b</th>\n<th style="text-align:center">c</th>\n<th>d</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align:left">1</td>\n<td style="text-align:right">2</td>\n<td style="text-align:center">3</td>\n<td>4</td>\n</tr>\n</tbody>\n</table>\n',
  ],
  [
    '| | a |\n|-|-:|\n| b | |',
    '<table>\n<thead>\n<tr>\n<td></td>\n<th style="text-align:right">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n<td style="text-align:right"></td>\n</tr>\n</tbody>\n</table>\n',
  ],
  [
    '`a` *b* **c** ~~d~~  \ne\n\n> f\n\n---\n\n```js\ng <b>\n```',
    '<p><code>a</code> <em>b</em> <strong>c</strong> <s>d</s><br />\ne</p>\n<blockquote>\n<p>f</p>\n</blockquote>\n<hr />\n<pre><code>g &lt;b&gt;\n</code></pre>\n',
  ],
  ['<b id="x">a</b>', '<p>&lt;b id=“x”&gt;a&lt;/b&gt;</p>\n', '<p>&lt;b id="x"&gt;a&lt;/b&gt;</p>\n'],
  ['"a" (c) -- ... +-', '<p>“a” (c) -- ... +-</p>\n', '<p>"a" (c) -- ... +-</p>\n'],
  [
    'a^[b] ::tool[solar]',
    '<p>a<sup><a href="#fn1" aria-label="Note 1" id="fnref1">1</a></sup> ::tool[solar]</p>\n<section class="footnotes"><h2>Notes</h2><ol><li id="fn1"><p>b <a href="#fnref1" aria-label="Back to the text">↩︎</a></p>\n</li>\n</ol></section>',
    '<p>a^[b] ::tool[solar]</p>\n',
  ],
])('%j is rendered to the expected HTML for site and user texts', (source, site, user = site) => {
  expect({ site: parseMarkdown(source, 'site'), user: parseMarkdown(source, 'user') }).toEqual({ site, user })
})

test('a footnote that is referenced twice links back to both references', () => {
  expect(parseMarkdown('a[^n] b[^n]\n\n[^n]: note', 'site')).toBe(
    '<p>a<sup><a href="#fn1" aria-label="Note 1" id="fnref1">1</a></sup> b<sup><a href="#fn1" aria-label="Note 1" id="fnref1:1">1</a></sup></p>\n<section class="footnotes"><h2>Notes</h2><ol><li id="fn1"><p>note <a href="#fnref1" aria-label="Back to the text">↩︎</a> <a href="#fnref1:1" aria-label="Back to the text">↩︎</a></p>\n</li>\n</ol></section>',
  )
})
