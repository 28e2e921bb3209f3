/** `/api/docs` and `/api/openapi.json` as served: security headers, resources and caching. Rendering in a browser: tests/e2e. */
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
])('at %s the documentation loads only its own resources, without upgrade-insecure-requests', async (publicUrl, isSecure) => {
  await installation.start({ publicUrl, pages: true })
  const { headers, text } = await installation.ask('sites.example', '/api/docs')
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
  expect(policy).not.toMatch(/upgrade-insecure-requests|unsafe|https?:/)
  expect('cross-origin-opener-policy' in headers).toBe(isSecure)
  const loaded = [...text.matchAll(/(?:src|rel="[^"]+" href)="([^"]*)"/g)].map(([, resource]) => resource ?? '')
  expect(loaded.length).toBeGreaterThan(3)
  for (const resource of loaded) expect(resource).toMatch(/^\/[^/]/)
  for (const name of ['style.css', 'script.js']) expect((await installation.ask('sites.example', `/api/docs/${name}`)).status).toBe(200)
})

test('a tenant site’s description has its own name and URL, also after a rename', async () => {
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

test('a matching ETag returns 304', async () => {
  await installation.start({ publicUrl: 'http://sites.example' })
  const { headers } = await installation.ask('sites.example', '/api/openapi.json')
  const again = await installation.ask('sites.example', '/api/openapi.json', { headers: { 'if-none-match': String(headers['etag']) } })
  expect(again.status).toBe(304)
  expect(again.text).toBe('')
})
