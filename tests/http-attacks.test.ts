/** Requests that no browser sends: a server that listens refuses each in a few words, as a server should, and is still there. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestInstallation, type TestInstallation } from './support/test-installation.ts'
import { HTTP_ATTACKS, SECURITY_HEADERS } from './support/attacks/http.ts'
import { sendAttack, sendRaw } from './support/attacks/send-raw.ts'

/** What a proxy in front takes at most, as it comes. */
const MAX_HEADER_BYTES = 4_096

let installation: TestInstallation
let url: string
beforeAll(async () => {
  installation = await openTestInstallation({ content: 'demo' })
  await installation.start({ pages: true, listens: true })
  url = `http://127.0.0.1:${installation.port}`
})
afterAll(() => installation.close())

test.each(HTTP_ATTACKS)('$name', async (attack) => {
  const { status, headers, text } = await sendAttack(url, attack)
  expect(attack.status, text.slice(0, 600)).toContain(status)
  if (attack.never) expect(text).not.toMatch(attack.never)
  expect(Object.keys(headers)).toEqual(expect.arrayContaining([...SECURITY_HEADERS]))
  expect(text.indexOf('\r\n\r\n')).toBeLessThan(MAX_HEADER_BYTES)
  expect(text).not.toMatch(/node_modules|\bat \S+ \(|sqlite_/i)
})

test('what a stranger has asked for stands in nobody else’s answer', async () => {
  const host = new URL(url).host
  const ask = (path: string) => sendRaw(url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  await ask('/api/products?page=2&perPage=7&stranger=1')
  const { status, headers } = await ask('/api/products?page=2&perPage=7')
  expect([status, headers['link']]).toEqual([200, expect.not.stringContaining('stranger')])
})
