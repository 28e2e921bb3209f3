/** Failed attempts to open a damaged site leak no resources. */
import { readdirSync, readlinkSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestInstallation, silentLog, type TestInstallation } from '#tests/support/test-installation.ts'

let installation: TestInstallation
beforeAll(async () => {
  installation = await openTestInstallation()
  await installation.start()
})
afterAll(() => installation.close())

/** Launches a site whose settings cannot be parsed. */
async function launchDamaged(siteName: string) {
  const launched = await installation.launch({ siteName, content: 'empty' })
  const { db } = installation.sites.findByHost(launched.host)!
  await db.updateTable('settings').set({ value: '{' }).where('key', '=', 'name').execute()
  await installation.sites.closeSite(launched.number)
  return { id: launched.number, slug: launched.body.slug as string, domainName: null }
}

test('failed attempts to open a site close its database files', async () => {
  const copy = await launchDamaged('Broken Weir')
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).includes(`copy_${copy.id}.sqlite`)
      } catch {
        return false
      }
    }).length
  for (let n = 0; n < 3; n++) await expect(installation.sites.openSite(copy)).rejects.toThrow(SyntaxError)
  expect(openFiles()).toBe(0)
})

test('no site is opened after the shutdown', async () => {
  const launched = await installation.launch({ siteName: 'Late Comer', content: 'empty' })
  const sites = installation.sitesOf()
  await sites.closeAll()
  await expect(sites.openSite({ id: launched.number, slug: launched.body.slug, domainName: null })).rejects.toThrow(/closed/)
  expect(await sites.findUnopenedByHost(launched.host, silentLog)).toBeUndefined()
  expect(sites.list()).toEqual([installation.main])
})
