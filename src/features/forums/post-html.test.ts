import { expect, test } from 'vitest'
import { hasLink } from '#platform/markdown/has-link.ts'

const ctx = { log: { info() {}, warn() {}, error() {} } }

test.each([
  ['see https://a.org', true],
  ['www.a.org', true],
  ['[a](http://b.org)', true],
  ['<https://a.org>', true],
  ['www.a.org/b', true],
  ['no link. Really', false],
  [`${'> '.repeat(40)}what is too involved to be rendered`, true],
])('hasLink(%.40s) returns %s', async (text, expected) => {
  expect(await hasLink(ctx, text)).toBe(expected)
})
