import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listLogMessages, withLogMessages } from './support/log-messages.ts'

test('the table of log messages in docs/operations.md is up to date (npm run log:messages)', () => {
  const text = readFileSync('docs/operations.md', 'utf8')
  expect(withLogMessages(text)).toBe(text)
})

test('the table includes calls over several lines, with their fields', () => {
  expect(listLogMessages()).toContainEqual({ message: 'slow query', level: 'warn', fields: ['site', 'route', 'ms', 'sql'] })
  expect(listLogMessages()).toContainEqual({ message: 'request', level: 'info', fields: expect.arrayContaining(['status', 'ms']) })
})
