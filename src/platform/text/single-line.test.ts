import { expect, test } from 'vitest'
import { singleLine } from './single-line.ts'

test.each(['a\u202eb', '\u200b\u2060', '\u2066x', '\u3164', 'a\u200e', '\u0301', '\u2800', 'a\nb', 'a\u2028b'])(
  'singleLine rejects %j',
  (text) => {
    expect(singleLine().safeParse(text).success).toBe(false)
  },
)

test.each(['', 'Heat pump', '???', '👩‍👩‍👧', 'می‌خواهم', 'क्षि', '  x  ', 'שלום', '→'])('singleLine accepts %j', (text) => {
  expect(singleLine().safeParse(text)).toEqual({ success: true, data: text.trim() })
})
