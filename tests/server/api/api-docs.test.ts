/** `/api/docs` and `/api/openapi.json` as files: whose they are, and what may be loaded with them. What a browser makes of them: tests/e2e. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'

let installation: TestInstallation
beforeAll(async () => {
  installation = await openTestInstallation()
})
afterAll(() => installation.close())

test.each([
  ['http://sites.example', false],
  ['https://sites.example', true],
])('at %s the page loads from nowhere else, and is asked to load nothing by another protocol', async (publicUrl, isSecure) => {
  await installation.start({ publicUrl, pages: true })
  const { headers, text } = await installation.ask('sites.example', '/api/docs')
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
  expect(policy).not.toMatch(/upgrade-insecure-requests|unsafe|https?:/)
  expect('cross-origin-opener-policy' in headers).toBe(isSecure)
  const loaded = [...text.matchAll(/(?:src|rel="[^"]+" href)="([^"]*)"/g)].map(([, address]) => address ?? '')
  expect(loaded.length).toBeGreaterThan(3)
  for (const address of loaded) expect(address).toMatch(/^\/[^/]/)
  for (const name of ['style.css', 'script.js']) expect((await installation.ask('sites.example', `/api/docs/${name}`)).status).toBe(200)
})

test('a copy’s description is its own, and follows when it is renamed', async () => {
  await installation.start({ publicUrl: 'http://sites.example' })
  const { host } = await installation.launch({ siteName: 'Green Street' }, { host: 'sites.example' })
  const read = async (of: string) => {
    const { body } = await installation.ask(of, '/api/openapi.json')
    return [body.info.title, body.servers[0].url]
  }
  expect(await read(host)).toEqual(['Green Street API', `http://${host}`])
  expect(await read('sites.example')).toEqual([expect.not.stringContaining('Green'), 'http://sites.example'])
  installation.viewer = { id: 1, isAdmin: true }
  const renamed = await installation.ask(host, '/api/admin/settings', { method: 'PATCH', body: { name: 'Greener Street' } })
  expect(renamed.status).toBe(200)
  installation.viewer = null
  expect(await read(host)).toEqual(['Greener Street API', `http://${host}`])
})

test('who has it hears 304', async () => {
  const { headers } = await installation.ask('sites.example', '/api/openapi.json')
  const again = await installation.ask('sites.example', '/api/openapi.json', { headers: { 'if-none-match': String(headers['etag']) } })
  expect([again.status, again.text]).toEqual([304, ''])
})
