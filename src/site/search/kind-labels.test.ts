/** Tests the labels of the kinds of search results. */
import { expect, test } from 'vitest'
import { nonEmpty } from '#tests/support/non-empty.ts'
import { features } from '#app/features.ts'
import { kindLabel } from './kind-labels.ts'

test('every kind of search result has labels', () => {
  const kinds = features.flatMap(({ search = [] }) => search.map(({ kind }) => kind))
  // The labels of an unknown kind are its capitalised name.
  const getFallback = (kind: string) => kind.charAt(0).toUpperCase() + kind.slice(1)
  expect(nonEmpty(kinds).filter((kind) => kindLabel(kind).groupLabel === getFallback(kind))).toEqual([])
})

test('the tab of tools is in the plural', () => {
  expect(kindLabel('tool')).toMatchObject({ groupLabel: 'Tools', resultLabel: 'Tool' })
})
