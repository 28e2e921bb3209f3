import { loadSecretKey } from '#platform/config/secret-box.ts'
import { beforeAll, expect, test } from 'vitest'
import { containsMessageIdFor, createDeliveryProof, createMessageId, isDeliveryProofFor } from './message-id.service.ts'

const NOW = Date.parse('2026-11-24T12:00:00.000Z')
const DAY_MS = 86_400_000
const KEY = 'a key of thirty-two letters or more'
const MAIL = { siteId: 'main', id: 7, createdAt: '2026-11-20T09:00:00.000Z', to: 'ann@example.org' }
beforeAll(() => loadSecretKey({ secretKey: KEY, dataDir: '' }))

test('containsMessageIdFor finds a Message-ID anywhere in a text, for its recipient only, regardless of case', () => {
  const id = createMessageId(MAIL, 'site.example', NOW)
  expect(containsMessageIdFor(`> References: <x@y> ${id}\n`, ' ANN@example.org ', NOW)).toBe(true)
  expect(containsMessageIdFor(id, 'bob@example.org', NOW)).toBe(false)
  expect(containsMessageIdFor(id.replace('.', '.A'), 'ann@example.org', NOW)).toBe(false)
  expect(containsMessageIdFor('', 'ann@example.org', NOW)).toBe(false)
})

test('createMessageId returns the same id for a week of retries and another id for another mail', () => {
  const createIdAfter = (days: number) => createMessageId(MAIL, 'site.example', Date.parse(MAIL.createdAt) + days * DAY_MS)
  expect(new Set([0, 1, 3, 6].map(createIdAfter)).size).toBe(1)
  expect(createIdAfter(7)).not.toBe(createIdAfter(0))
  expect(createMessageId({ ...MAIL, id: 8 }, 'site.example', NOW)).not.toBe(createMessageId(MAIL, 'site.example', NOW))
  expect(createMessageId({ ...MAIL, createdAt: '' }, 'site.example', NOW)).toMatch(/^<[\w.-]+@site\.example>$/)
})

test('the Message-ID of a mail that was sent 20 days late is still valid 8 days after sending, but not 15 days after', () => {
  const sentAt = Date.parse(MAIL.createdAt) + 20 * DAY_MS
  const id = createMessageId(MAIL, 'site.example', sentAt)
  expect(containsMessageIdFor(id, MAIL.to, sentAt + 8 * DAY_MS)).toBe(true)
  expect(containsMessageIdFor(id, MAIL.to, sentAt + 15 * DAY_MS)).toBe(false)
})

test('a Message-ID is invalid under another secret key', () => {
  const id = createMessageId(MAIL, 'site.example', NOW)
  loadSecretKey({ secretKey: 'another key of thirty-two letters!', dataDir: '' })
  expect(containsMessageIdFor(id, MAIL.to, NOW)).toBe(false)
  loadSecretKey({ secretKey: KEY, dataDir: '' })
  expect(containsMessageIdFor(id, MAIL.to, NOW)).toBe(true)
})

test('a delivery proof is valid for 14 days, for its recipient only, and cannot be replaced by a Message-ID', () => {
  const proof = createDeliveryProof(MAIL, NOW)
  const isProof = (value: string, to = MAIL.to, now = NOW) => isDeliveryProofFor(['x', value], to, now)
  expect(isProof(` ${proof}`, ' ANN@example.org ')).toBe(true)
  expect(isProof(proof, 'bob@example.org')).toBe(false)
  expect(isProof(proof, MAIL.to, NOW + 15 * DAY_MS)).toBe(false)
  expect(isProof(createMessageId(MAIL, 'site.example', NOW).slice(1).split('@', 1)[0] ?? '')).toBe(false)
  expect(containsMessageIdFor(`<${proof}@site.example>`, MAIL.to, NOW)).toBe(false)
  expect(isProof('a'.repeat(300_000))).toBe(false)
})

test('a long report with forged Message-IDs is checked within 500 ms', () => {
  const lookalike = `aaa.${'A'.repeat(16)}.${'A'.repeat(22)}@x `
  const startedAt = performance.now()
  expect(containsMessageIdFor(lookalike.repeat(17_000), MAIL.to, NOW)).toBe(false)
  expect(containsMessageIdFor('a.-'.repeat(300_000), MAIL.to, NOW)).toBe(false)
  expect(performance.now() - startedAt).toBeLessThan(500)
})
