import { describe, expect, test } from 'vitest'
import { cleanName, findNameProblem, withoutWebAddresses } from './plain-name.ts'

describe('findNameProblem', () => {
  test.each([
    'Green Street',
    'Heatpumps.co.uk',
    'Straße & Söhne GmbH',
    "O'Brien's Heat, Ltd.",
    'St. Pauls Energy No. 7',
    'U.K. Solar',
    'Version 2.5 kW',
    'Блог о тепле',
    'می‌خواهم',
    'Family 👩‍👩‍👧 Heat ☀️',
    'グリーン・エネルギー',
    'Heat · Light',
    'Heat-Pumps - Leeds…',
    'S.A. de C.V.',
    'Heat 2.5kW',
    '2050',
    '',
  ])('accepts %j', (name) => {
    expect(findNameProblem(name)).toBeUndefined()
  })

  test.each([
    'Refund of £240 waits: https://evil.example/x',
    'Refund HTTPS://EVIL.EXAMPLE',
    'www.evil.example',
    'Refund at evil.com',
    'evil.com/refund',
    'evil.com:8080',
    'evil.com?id=1',
    'Call help@bank.com',
    'help@bank.com',
    'Refund：https：／／evil.com',
    'Go to evil。com now',
    'Refund at ｅｖｉｌ.com',
    'Open 192.168.1.1 now',
    'mailto:someone',
    'ftp://x',
    'xn--80ak6aa92e.com is here',
    'Refund at evil.example-',
    '-evil.example',
    'Refund …evil.example',
    '£240 waits evil.com-now',
    'x@evil.com-',
    'Pay 1.2.3.4-',
    'Pay -1.2.3.4',
    'Refund .evil.com',
    'Refund evil.com.',
    '💩.la refund',
    '👩‍👩‍👧.la refund',
    '🇬🇧.la refund',
    'Refund evil·com',
    'Refund evil•com',
    'Refund evil・com',
    'हिन्दी.भारत है',
    '(evil.com)',
    'evil.com/',
    'Refund_evil.com',
  ])('rejects a web or email address in %j', (name) => {
    expect(findNameProblem(name)).toBe('address')
  })

  test.each([
    'a\u202eb',
    'a\u2066b',
    'a\u200bb',
    '\u200eName',
    'a\u00adb',
    'Name\u3164',
    'Name\ufeff',
    'a\u2800b',
    'a\u{e0041}b',
    'Ne\u200ct Zero',
    'Ne\u200dt Zero',
    'a\u0007b',
    'a\u2028b',
  ])('rejects %j because of an invisible or control character', (name) => {
    expect(findNameProblem(name)).toBe('invisible')
  })

  test.each(['...', '!?', '–'])('rejects %j, which has no letter or number', (name) => {
    expect(findNameProblem(name)).toBe('empty')
  })

  test('checks long hostile texts in less than a second', () => {
    const startedAt = performance.now()
    for (const text of [
      'a.'.repeat(5000),
      'a-'.repeat(5000),
      '@'.repeat(10_000),
      '1.'.repeat(5000),
      'a:'.repeat(5000),
      '-.'.repeat(5000),
      'a'.repeat(10_000),
      '💩.'.repeat(3000),
    ])
      findNameProblem(text)
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })
})

describe('cleanName', () => {
  test.each([
    ['Refund of £240 waits: https://evil.example/x', 'Refund of £240 waits'],
    ['Green\u202e Street', 'Green Street'],
    ['https://evil.example', 'A site'],
    ['Green Street', 'Green Street'],
    ['Refund at evil.example-', 'Refund at'],
    ['£240 waits evil.com-now', '£240 waits -now'],
    ['💩.la refund', 'refund'],
    ['Refund evil·com', 'Refund'],
    ['Pay x@evil.com-', 'Pay'],
  ])('cleans %j to %j', (name, cleaned) => {
    expect(cleanName(name, 'A site')).toBe(cleaned)
  })
})

test('withoutWebAddresses keeps the lines of a text', () => {
  expect(withoutWebAddresses('Hello\nsee https://evil.example/x now\nbye')).toBe('Hello\nsee now\nbye')
})
