import { beforeEach, expect, test, vi } from 'vitest'
import { createStoredValue } from './stored-value.client.ts'

/** Entries of a fake local storage, which rejects writes while `isFull`. */
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

test('stored value is shared between pages and removed when empty', () => {
  list().write(['a'])
  expect(list().read()).toEqual(['a'])
  list().write([])
  expect(entries).toEqual({})
})

test('stored value is the same object until the entry changes', () => {
  const stored = list()
  stored.write(['a'])
  const first = stored.read()
  expect(stored.read()).toBe(first)
  entries['list'] = '["b"]'
  expect(stored.read()).toEqual(['b'])
})

test.each(['{', '{}', 'null', '7', '[""]'])('stored value is empty when the entry is %s', (text) => {
  entries['list'] = text
  expect(list().read()).toEqual([])
})

test('stored value lasts as long as the page when storage is full or disabled', () => {
  const stored = list()
  stored.write(['a'])
  isFull = true
  stored.write(['a', 'b'])
  expect(stored.read()).toEqual(['a', 'b'])
  vi.stubGlobal('localStorage', undefined)
  expect(stored.read()).toEqual(['a', 'b'])
  const otherPage = list()
  otherPage.write(['c'])
  expect(otherPage.read()).toEqual(['c'])
})
