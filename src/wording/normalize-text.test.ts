import { expect, test } from 'vitest'
import { normalizeText } from './normalize-text.ts'

test('what people write is normalised as ever', () => {
  for (const form of ['NFC', 'NFKC', 'NFKD'] as const)
    for (const text of ['Café', 'Cafe\u0301', 'ﬀ ² Å', 'ﾊﾞ', 'Z\u0361\u0489\u0336\u0322a\u0316\u0353lgo', ''])
      expect(normalizeText(text, form)).toBe(text.normalize(form))
})

test.each([
  ['a\u0301\u0323', 'accents above and below'],
  ['\u0301\u0323', 'the same without a letter'],
  ['\u0301\uff9e', 'a mark that becomes one'],
])('%j again and again costs what its length costs', (unit) => {
  for (const form of ['NFC', 'NFKC', 'NFKD'] as const) {
    const before = process.threadCpuUsage()
    const made = normalizeText(unit.repeat(100_000), form)
    const { user, system } = process.threadCpuUsage(before)
    expect(made.length).toBeGreaterThan(90_000)
    expect((user + system) / 1000).toBeLessThan(2500)
  }
})
