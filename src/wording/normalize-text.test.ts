import { expect, test } from 'vitest'
import { normalizeText } from './normalize-text.ts'

test('normalizeText returns the same as String.normalize for ordinary texts', () => {
  for (const form of ['NFC', 'NFKC', 'NFKD'] as const)
    for (const text of ['Café', 'Cafe\u0301', 'ﬀ ² Å', 'ﾊﾞ', 'Z\u0361\u0489\u0336\u0322a\u0316\u0353lgo', ''])
      expect(normalizeText(text, form)).toBe(text.normalize(form))
})

test.each([
  ['a\u0301\u0323', 'accents above and below'],
  ['\u0301\u0323', 'accents without a letter'],
  ['\u0301\uff9e', 'a compatibility mark'],
])('normalizeText takes linear time for 100,000 times %j', (unit) => {
  for (const form of ['NFC', 'NFKC', 'NFKD'] as const) {
    const before = process.threadCpuUsage()
    const normalized = normalizeText(unit.repeat(100_000), form)
    const { user, system } = process.threadCpuUsage(before)
    expect(normalized.length).toBeGreaterThan(90_000)
    expect((user + system) / 1000).toBeLessThan(2500)
  }
})
