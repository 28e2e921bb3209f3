/** What every answer tells a browser that the site never asks for, and what only the site itself may use. */
import { afterAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { PERMISSIONS_POLICY } from './plugins/security-headers.ts'

let site: TestSite | undefined
afterAll(() => site?.close())

test('the powers of a device are off on every answer, but for the two that the site uses itself', async () => {
  site = await openTestSite()
  const paths = [
    '/api/site',
    '/api/nowhere',
    '/healthz',
    '/feed.xml',
    '/api/docs',
    '/robots.txt',
    '/api/docs/style.css',
    '/api/admin/settings',
  ]
  for (const path of paths) {
    const { headers } = await site.app.inject(path)
    expect([path, headers['permissions-policy']]).toEqual([path, PERMISSIONS_POLICY])
  }
  for (const power of ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'display-capture'])
    expect(PERMISSIONS_POLICY.split(', ')).toContain(`${power}=()`)
  expect(PERMISSIONS_POLICY.split(', ').filter((one) => one.endsWith('(self)'))).toEqual([
    'clipboard-write=(self)',
    'publickey-credentials-create=(self)',
    'publickey-credentials-get=(self)',
  ])
})
