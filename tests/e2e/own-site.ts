/** A separate server for tests that change a whole site or wait for its jobs. */
import { removeData, startServer, type RunningServer } from '../support/running-server.ts'
import { relaxSettings } from '../support/relaxed-settings.ts'
import { expect, test as base } from './site.ts'

export const test = base.extend<object, { own: RunningServer }>({
  own: [
    async ({}, use) => {
      const server = await startServer({
        TRUST_PROXY: 'true',
        ADMIN_USERNAME: 'keeper',
        ADMIN_PASSWORD: process.env['E2E_ADMIN_PASSWORD'] ?? '',
      })
      await relaxSettings(server.url, process.env['E2E_ADMIN_PASSWORD'] ?? '')
      await use(server)
      const code = await server.stop()
      removeData(server.dataDir)
      expect(code, server.output()).toBe(0)
      expect(server.output()).not.toMatch(/"level":(50|60)/)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ own }, use) => use(own.url),
})
