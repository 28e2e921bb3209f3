import { expect, test } from 'vitest'
import { findPostLinks } from './post-links.service.ts'

const ctx = { log: { info() {}, warn() {}, error() {} }, caller: undefined }

test.each([
  ['see https://a.org', true],
  ['www.a.org', true],
  ['[a](http://b.org)', true],
  ['[a](//b.org)', true],
  ['<https://a.org>', true],
  ['www.a.org/b', true],
  ['no link. Really', false],
  [`${'> '.repeat(40)}what is too involved to be rendered`, true],
])('findPostLinks(%.40s) returns isLinked %s', async (content, isLinked) => {
  expect((await findPostLinks(ctx, { kind: 'topic', content })).isLinked).toBe(isLinked)
})
