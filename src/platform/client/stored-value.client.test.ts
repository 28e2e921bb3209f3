import { beforeEach, expect, test, vi } from 'vitest'
import { createStoredValue } from './stored-value.client.ts'

/** What a browser's storage holds; it refuses writes while it is full. */
let entries: Record<string, string>
let isFull: boolean
const list = () =>
  createStoredValue<readonly string[]>({ key: 'list', empty: [], parse: (text) => (JSON.parse(text) as string[]).filter(Boolean) })

beforeEach(() => {
  entries = {}
  isFull = false
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries[key] ?? null,
    removeItem: (key: string) => void delete entries[key],
    setItem(key: string, text: string) {
      if (isFull) throw new Error('QuotaExceededError')
      entries[key] = text
    },
  })
  return () => vi.unstubAllGlobals()
})

test('stored value is read by another page, and removed when it is empty', () => {
  list().write(['a'])
  expect(list().read()).toEqual(['a'])
  list().write([])
  expect(entries).toEqual({})
})

test('stored value is the same object until the entry changes', () => {
  const stored = list()
  stored.write(['a'])
  const before = stored.read()
  expect(stored.read()).toBe(before)
  entries['list'] = '["b"]'
  expect(stored.read()).toEqual(['b'])
})

test.each(['{', '{}', 'null', '7', '[""]'])('stored value is empty when the entry is %s', (text) => {
  entries['list'] = text
  expect(list().read()).toEqual([])
})

test('stored value lasts as long as the page when the storage is full or forbidden', () => {
  const stored = list()
  stored.write(['a'])
  isFull = true
  stored.write(['a', 'b'])
  expect(stored.read()).toEqual(['a', 'b'])
  vi.stubGlobal('localStorage', undefined)
  expect(stored.read()).toEqual(['a', 'b'])
  const other = list()
  other.write(['c'])
  expect(other.read()).toEqual(['c'])
})
