import { describe, expect, test } from 'vitest'
import { formatChange, ReceivedNumbers, parseChange } from './change-message.ts'

describe('a message', () => {
  test('says of which site, which writes and which rows', () => {
    const numbers = [
      { ofSite: 4, ofAll: 40 },
      { ofSite: 6, ofAll: 43 },
    ]
    const told = formatChange('main', numbers, new Set(['topics:id=5', 'topics']))
    expect(told).toBe('main 4 topics,topics:id=5 4.40,6.43')
    expect(parseChange(told)).toEqual({ site: 'main', numbers, tables: ['topics', 'topics:id=5'] })
  })

  test('of an earlier version is understood, and what is none of ours is not', () => {
    expect(parseChange('main 4 topics')).toEqual({ site: 'main', numbers: [], tables: ['topics'] })
    expect(parseChange('main')).toBeUndefined()
    expect(parseChange(undefined)).toBeUndefined()
  })

  test('that would be too long names tables', () => {
    const keys = new Set(['topics', ...Array.from({ length: 1000 }, (_, at) => `topics:id=${at}`)])
    expect(formatChange('main', [{ ofSite: 1, ofAll: 1 }], keys)).toBe('main 1 topics,topics:* 1.1')
  })
})

test('numbers may come in any order; one that is missing is noticed', () => {
  const heard = new ReceivedNumbers(10)
  heard.add(12)
  expect([heard.covers(10), heard.covers(11)]).toEqual([true, false])
  heard.add(11)
  expect(heard.covers(12)).toBe(true)
  heard.add(14)
  heard.add(3)
  expect([heard.covers(13), heard.isWithin(12), heard.isWithin(11)]).toEqual([false, true, false])
})
