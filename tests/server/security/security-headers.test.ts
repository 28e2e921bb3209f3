/** Security headers of API responses, files and feeds. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { PERMISSIONS_POLICY } from '#app/plugins/security-headers.ts'

const PATHS = [
  '/api/site',
  '/api/nowhere',
  '/healthz',
  '/feed.xml',
  '/api/docs',
  '/robots.txt',
  '/api/docs/style.css',
  '/api/admin/settings',
]
let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

test('responses have the content-type, referrer and framing policies', async () => {
  for (const path of PATHS) {
    const { headers } = await site.app.inject(path)
    expect(headers, path).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' })
    expect(headers['content-security-policy'], path).toMatch(/frame-ancestors '(self|none)'/)
  }
})

test('responses disable device features, except writing to the clipboard and passkeys', async () => {
  for (const path of PATHS) {
    const { headers } = await site.app.inject(path)
    expect(headers['permissions-policy'], path).toEqual(PERMISSIONS_POLICY)
  }
  for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'display-capture'])
    expect(PERMISSIONS_POLICY.split(', ')).toContain(`${feature}=()`)
  expect(PERMISSIONS_POLICY.split(', ').filter((policy) => policy.endsWith('(self)'))).toEqual([
    'clipboard-write=(self)',
    'publickey-credentials-create=(self)',
    'publickey-credentials-get=(self)',
  ])
})
