/** Malformed requests that no browser sends: a listening server rejects each with the right status and keeps running. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'
import { HTTP_ATTACKS } from '#tests/support/attacks/http.ts'
import { findFaults, sendAttack, sendRaw } from '#tests/support/attacks/send-raw.ts'

let installation: TestInstallation
let url: string
beforeAll(async () => {
  installation = await openTestInstallation({ content: 'demo' })
  await installation.start({ pages: true, listens: true })
  url = `http://127.0.0.1:${installation.port}`
})
afterAll(() => installation.close())

test.each(HTTP_ATTACKS)('rejects $name', async (attack) => {
  const response = await sendAttack(url, attack)
  expect(findFaults(attack, response), response.text.slice(0, 600)).toEqual([])
})

test('query parameters of one client do not appear in the response to another', async () => {
  const host = new URL(url).host
  const ask = (path: string) => sendRaw(url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  await ask('/api/products?page=2&perPage=7&stranger=1')
  const { status, headers } = await ask('/api/products?page=2&perPage=7')
  expect(status).toBe(200)
  expect(headers['link']).toEqual(expect.not.stringContaining('stranger'))
})
