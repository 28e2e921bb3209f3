/** What the parser makes of marks, looked at where it runs: the threads of markdown-renderer.ts do nothing else. */
import { expect, test } from 'vitest'
import { parseMarkdown } from './markdown-parser.ts'

test('notes stand below under their heading, and each place leads to its own', () => {
  const html = parseMarkdown('One.[^a] Two.[^b]\n\n[^a]: First.\n[^b]: Second.', 'site')
  expect(html).toContain('id="fnref1">1</a></sup>')
  expect(html).toContain('id="fnref2">2</a></sup>')
  expect(html).toMatch(
    /<section class="footnotes"><h2>Notes<\/h2><ol><li id="fn1">[^]*First\.[^]*<li id="fn2">[^]*Second\.[^]*<\/ol><\/section>\s*$/,
  )
})

test.each(['site', 'user'] as const)('a figure stays with its unit in words, and not in code, where it is copied (%s)', (by) => {
  expect(parseMarkdown('It takes 7 kW. `7 kW`', by)).toBe('<p>It takes 7\u00a0kW. <code>7 kW</code></p>\n')
  expect(parseMarkdown('**7 kW**', by)).toBe('<p><strong>7\u00a0kW</strong></p>\n')
})

test('a picture alone has the words below that its title says', () => {
  expect(parseMarkdown('![A roof](/a.svg "South")', 'site')).toBe(
    '<figure><img src="/a.svg" alt="A roof" loading="lazy"><figcaption>South</figcaption></figure>\n',
  )
  expect(parseMarkdown('![A roof](/a.svg)', 'site')).toBe('<figure><img src="/a.svg" alt="A roof" loading="lazy"></figure>\n')
})
