import { expect, test } from 'vitest'
import { splitAtTools, findEmbeddedTools } from './tool-embeds.ts'

const TOOL = '<p data-tool="solar"><a href="/tools/solar?slopes=4%3A30%3AS%3Anone&amp;use=3100">Do this sum</a></p>'

test('splitAtTools splits HTML at embedded tools and parses their inputs, and findEmbeddedTools lists them', () => {
  expect(splitAtTools(`<p>One</p>\n${TOOL}\n<p>Two</p>`)).toEqual([
    { html: '<p>One</p>\n' },
    { name: 'solar', presets: { slopes: '4:30:S:none', use: '3100' } },
    { html: '\n<p>Two</p>' },
  ])
  expect(splitAtTools('<p>One</p>')).toEqual([{ html: '<p>One</p>' }])
  expect(findEmbeddedTools(`${TOOL}\n${TOOL}`)).toHaveLength(2)
})
