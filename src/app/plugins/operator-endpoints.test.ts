/**
 * Tests that operator endpoints are served on the main site's host and on hosts that belong to no site, but never on a tenant site's host.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'

const TOKEN = 'a-token-of-the-tests'
const TENANT_HOST = 'green.sustainable-tech.example.org'
let installation: TestInstallation
let launchId: number
beforeAll(async () => {
  installation = await openTestInstallation()
  await installation.start({ publicUrl: 'https://example.org', metricsToken: TOKEN, healthDetails: true })
  const launched = await installation.launch({ siteName: 'Green', content: 'empty' }, { host: 'example.org' })
  if (launched.host !== TENANT_HOST) throw new Error(`Launch failed: ${launched.text}`)
  launchId = launched.number
})
afterAll(async () => {
  await installation.stop()
  await installation.close()
})

const get = (host: string, url: string) => installation.built.app.inject({ url, headers: { host, authorization: `Bearer ${TOKEN}` } })

test('/healthz returns details only on the main site’s host', async () => {
  expect((await get('example.org', '/healthz')).json()).toMatchObject({ status: 'ok', memory: expect.any(Number) })
  expect((await get(TENANT_HOST, '/healthz')).json()).toEqual({ status: 'ok' })
})

describe('/metrics', () => {
  test.each(['example.org', 'EXAMPLE.org:443', '10.1.2.3:3000', 'app:3000'])('is served on %s', async (host) => {
    const response = await get(host, '/metrics')
    expect(response.statusCode).toBe(200)
    expect(response.body).toContain('process_')
  })
  test.each(['live', 'never launched', 'suspended'])('is not served on the host of a tenant site that is %s', async (state) => {
    if (state === 'suspended') await installation.sites.suspendSite({ id: launchId, slug: 'green', domainName: null })
    const response = await get(state === 'never launched' ? 'other.sustainable-tech.example.org' : TENANT_HOST, '/metrics')
    expect([404, 503]).toContain(response.statusCode)
    expect(response.headers['www-authenticate']).toBeUndefined()
    expect(response.body).not.toContain('process_')
  })
})
