/** How long a connection lives, and what it promises of the next one: read from a real socket, as a proxy in front does. */
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

test('an idle connection outlives those of proxies, and says so, on the fast lane too', async () => {
  const { app, port } = await listen({ pages: true })
  // Asked twice: the second answer comes before any routing.
  for (const path of ['/api/site', '/about', '/about']) {
    const { status, headers } = await askSocket(port, 'localhost', path)
    expect([path, status, headers['keep-alive']]).toEqual([path, 200, 'timeout=72'])
  }
  expect([app.server.keepAliveTimeout, app.server.headersTimeout, app.server.requestTimeout]).toEqual([72_000, 60_000, 300_000])
})

describe('strict transport security', () => {
  const sent = async (options: Parameters<typeof listen>[0]) => {
    const { port } = await listen(options)
    return (await askSocket(port, 'example.org', '/api/site', { headers: { 'x-forwarded-proto': 'https' } })).headers[
      'strict-transport-security'
    ]
  }
  test('is of this host alone', async () => {
    expect(await sent({ publicUrl: 'https://example.org' })).toBe('max-age=31536000')
  })
  test('is of all below it when the operator says so', async () => {
    expect(await sent({ publicUrl: 'https://example.org', hstsIncludeSubdomains: true })).toBe('max-age=31536000; includeSubDomains')
  })
  test('is not spoken of without https', async () => {
    expect(await sent({ publicUrl: 'http://example.org', hstsIncludeSubdomains: true })).toBeUndefined()
  })
})
