import { describe, expect, test } from 'vitest'
import { formatChange, ReceivedNumbers, parseChange } from './change-message.ts'

describe('change message', () => {
  test('formatted messages contain the site, the write numbers and the row keys', () => {
    const numbers = [
      { ofSite: 4, ofAll: 40 },
      { ofSite: 6, ofAll: 43 },
    ]
    const payload = formatChange('main', numbers, new Set(['topics:id=5', 'topics']))
    expect(payload).toBe('main 4 topics,topics:id=5 4.40,6.43')
    expect(parseChange(payload)).toEqual({ site: 'main', numbers, tables: ['topics', 'topics:id=5'] })
  })

  test('parses the format of earlier versions and returns undefined for foreign payloads', () => {
    expect(parseChange('main 4 topics')).toEqual({ site: 'main', numbers: [], tables: ['topics'] })
    expect(parseChange('main')).toBeUndefined()
    expect(parseChange(undefined)).toBeUndefined()
  })

  test('falls back to whole tables when the row keys exceed the length limit', () => {
    const keys = new Set(['topics', ...Array.from({ length: 1000 }, (_, index) => `topics:id=${index}`)])
    expect(formatChange('main', [{ ofSite: 1, ofAll: 1 }], keys)).toBe('main 1 topics,topics:* 1.1')
  })
})

test('ReceivedNumbers accepts numbers out of order and detects a gap', () => {
  const received = new ReceivedNumbers(10)
  received.add(12)
  expect(received.covers(10)).toBe(true)
  expect(received.covers(11)).toBe(false)
  received.add(11)
  expect(received.covers(12)).toBe(true)
  received.add(14)
  received.add(3)
  expect(received.covers(13)).toBe(false)
  expect(received.isWithin(12)).toBe(true)
  expect(received.isWithin(11)).toBe(false)
})
