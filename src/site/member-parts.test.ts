import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MEMBER_PARTS } from './member-parts.tsx'
import { splitSlots } from './split-slots.ts'

test('what stands in each place of a page is known, and nothing else', () => {
  const sources = globSync('src/{site,features}/**/*.tsx').map((file) => readFileSync(file, 'utf8'))
  const named = sources.flatMap((source) => [...source.matchAll(/<MemberSlot\s+name="([^"]+)"/g)].map(([, name]) => name ?? ''))
  expect([...new Set(named)].toSorted()).toEqual(MEMBER_PARTS.toSorted())
})

test('marks are taken out, and where they stood is known', () => {
  const mark = (as = '') => `<template id="word${as}"></template>`
  const { html, slots } = splitSlots(
    `<p>${mark('account')}<a>In</a>${mark()}</p><i>${mark('edit.12')}${mark()}</i><template id="wor"></template>`,
    'word',
  )
  expect(html).toBe('<p><a>In</a></p><i></i><template id="wor"></template>')
  expect(slots.map(({ name, about, start, end }) => [name, about, html.slice(start, end), start])).toEqual([
    ['account', undefined, '<a>In</a>', 3],
    ['edit', '12', '', 19],
  ])
})
