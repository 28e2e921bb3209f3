/** What is for the operator alone is on the main site's host, and on a host that is no site's; never on that of a copy. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'

const TOKEN = 'a-token-of-the-tests'
const COPY = 'green.sustainable-tech.example.org'
let installation: TestInstallation
let copy: number
beforeAll(async () => {
  installation = await openTestInstallation()
  await installation.start({ publicUrl: 'https://example.org', metricsToken: TOKEN, healthDetails: true })
  const launched = await installation.launch({ siteName: 'Green', content: 'empty' }, { host: 'example.org' })
  if (launched.host !== COPY) throw new Error(`The copy was not launched: ${launched.text}`)
  copy = launched.number
})
afterAll(async () => {
  await installation.stop()
  await installation.close()
})

const ask = (host: string, url: string) => installation.built.app.inject({ url, headers: { host, authorization: `Bearer ${TOKEN}` } })

test('/healthz has details at the main host alone', async () => {
  expect((await ask('example.org', '/healthz')).json()).toMatchObject({ status: 'ok', memory: expect.any(Number) })
  expect((await ask(COPY, '/healthz')).json()).toEqual({ status: 'ok' })
})

describe('/metrics', () => {
  test.each(['example.org', 'EXAMPLE.org:443', '10.1.2.3:3000', 'app:3000'])('is at %s', async (host) => {
    const response = await ask(host, '/metrics')
    expect(response.statusCode).toBe(200)
    expect(response.body).toContain('process_')
  })
  test.each(['live', 'never launched', 'suspended'])('is not at the host of a copy that is %s', async (state) => {
    if (state === 'suspended') await installation.sites.suspendSite({ id: copy, slug: 'green', domainName: null })
    const response = await ask(state === 'never launched' ? 'other.sustainable-tech.example.org' : COPY, '/metrics')
    expect([404, 503]).toContain(response.statusCode)
    expect(response.headers['www-authenticate']).toBeUndefined()
    expect(response.body).not.toContain('process_')
  })
})
