import { expect, test } from 'vitest'
import { parseMarkdown } from './markdown-parser.ts'
import { parseToolLine } from './markdown-tools.ts'
import { toPlainText } from './plain-text.ts'

test('a tool line becomes a link with the tool’s name and inputs', () => {
  const html = parseMarkdown('What it comes to:\n::tool[solar]{slopes=2.4:36:E:none;2.4:36:W:none use="3,100"}\n\nAnd on.', 'site')
  expect(html).toBe(
    '<p>What it comes to:</p>\n<p data-tool="solar"><a href="/tools/solar?slopes=2.4%3A36%3AE%3Anone%3B2.4%3A36%3AW%3Anone&amp;use=3%2C100">Try this with your own numbers</a></p>\n<p>And on.</p>\n',
  )
  expect(parseMarkdown('::tool[grants]', 'site')).toContain('<a href="/tools/grants">')
})

test('tool markup in a user text, within a line, with an invalid name or with braces in an input is rendered as text', () => {
  expect(parseMarkdown('::tool[solar]', 'user')).toBe('<p>::tool[solar]</p>\n')
  expect(parseMarkdown('See ::tool[solar] there', 'site')).not.toContain('data-tool')
  expect(parseMarkdown('::tool[Solar<script>]', 'site')).not.toContain('data-tool')
  expect(parseToolLine('::tool[solar]{a={}}')).toBeUndefined()
})

test('toPlainText omits tool lines', () => {
  expect(toPlainText('One.\n\n::tool[solar]{use=3100}\n\nTwo.')).toBe('One. Two.')
})
