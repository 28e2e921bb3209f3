/** Keep-alive timeouts and the Strict-Transport-Security header, read from a real socket as a reverse proxy does. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { askSocket } from '#tests/support/socket.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'
import type { AppOptions, BuiltApp } from '#app/build-app.ts'

let opened: TestSites
const built: BuiltApp[] = []
beforeAll(async () => {
  opened = await openTestSites({ content: 'empty' })
})
afterAll(async () => {
  for (const { app } of built) await app.close()
  await opened.close()
})

async function listen(options: Partial<Pick<AppOptions['config'], 'publicUrl' | 'hstsIncludeSubdomains'>> & { pages?: boolean } = {}) {
  const one = await buildTestApp({ sites: singleSiteDirectory(opened.main), ...options })
  built.push(one)
  await one.app.listen({ port: 0, host: '127.0.0.1' })
  return { app: one.app, port: (one.app.server.address() as AddressInfo).port }
}

test('idle connections time out after 72 s and announce it, for routed and cached responses', async () => {
  const { app, port } = await listen({ pages: true })
  // /about twice: the second response comes from the cache, before routing.
  for (const path of ['/api/site', '/about', '/about']) {
    const { status, headers } = await askSocket(port, 'localhost', path)
    expect(status, path).toBe(200)
    expect(headers['keep-alive'], path).toBe('timeout=72')
  }
  expect(app.server.keepAliveTimeout).toBe(72_000)
  expect(app.server.headersTimeout).toBe(60_000)
  expect(app.server.requestTimeout).toBe(300_000)
})

describe('strict transport security', () => {
  const sentHeader = async (options: Parameters<typeof listen>[0]) => {
    const { port } = await listen(options)
    return (await askSocket(port, 'example.org', '/api/site', { headers: { 'x-forwarded-proto': 'https' } })).headers[
      'strict-transport-security'
    ]
  }
  test('covers only this host by default', async () => {
    expect(await sentHeader({ publicUrl: 'https://example.org' })).toBe('max-age=31536000')
  })
  test('covers subdomains when the operator enables it', async () => {
    expect(await sentHeader({ publicUrl: 'https://example.org', hstsIncludeSubdomains: true })).toBe('max-age=31536000; includeSubDomains')
  })
  test('is omitted when the public URL is not https', async () => {
    expect(await sentHeader({ publicUrl: 'http://example.org', hstsIncludeSubdomains: true })).toBeUndefined()
  })
})
