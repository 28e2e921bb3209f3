import { expect, test } from 'vitest'
import { DerivedEncodings, type CompressedEntry } from './derived-encodings.ts'

class Entry implements CompressedEntry {
  derivedBytes: number
  readonly name: string
  constructor(name: string, derivedBytes: number) {
    this.name = name
    this.derivedBytes = derivedBytes
  }
  dropDerived() {
    this.derivedBytes = 0
  }
}
/** Touches entries in this order. @returns the names that still have derived encodings, and the bytes of all */
function touchAll(uses: string, sizes: Record<string, number>) {
  const encodings = new DerivedEncodings(100)
  const entries = Object.entries(sizes).map(([name, bytes]) => new Entry(name, bytes))
  for (const name of uses) encodings.touch(entries.find((entry) => entry.name === name) as Entry)
  const retained = entries.filter(({ derivedBytes }) => derivedBytes > 0)
  return { names: retained.map(({ name }) => name).join(''), bytes: encodings.bytes }
}

test.each([
  ['retains entries that fit the limit', 'ab', { a: 60, b: 40 }, 'ab', 100],
  ['drops the least recently used entry', 'abc', { a: 50, b: 50, c: 1 }, 'bc', 51],
  ['retains an entry that was used again', 'abac', { a: 50, b: 50, c: 1 }, 'ac', 51],
  ['drops an entry larger than the limit and no others', 'ab', { a: 60, b: 101 }, 'a', 60],
  ['ignores entries without derived encodings', 'ab', { a: 100, b: 0 }, 'a', 100],
])('%s', (_case, uses, sizes, names, bytes) => {
  expect(touchAll(uses, sizes)).toEqual({ names, bytes })
})

test('counts the new size of an entry that has grown, and drops it over the limit', () => {
  const encodings = new DerivedEncodings(100)
  const entry = new Entry('a', 20)
  encodings.touch(entry)
  entry.derivedBytes = 70
  encodings.touch(entry)
  expect(entry.derivedBytes).toBe(70)
  expect(encodings.bytes).toBe(70)
  entry.derivedBytes = 101
  encodings.touch(entry)
  expect(entry.derivedBytes).toBe(0)
  expect(encodings.bytes).toBe(0)
})
