/** Launches tenant sites with an administrator, for the test worlds. */
import type { SiteDatabase } from '#db/tables.ts'
import type { Site } from '#platform/contract/context.ts'
import { silentLog } from '#tests/support/test-installation.ts'
import { signIn } from '#tests/support/test-site.ts'
import type { World } from './world.ts'

export interface Tenant {
  host: string
  name: string
  /** Id in the table `launches`. */
  launchId: number
  site: Site
  db: SiteDatabase
  createAdminCookie(): Promise<string>
}

const shared = new WeakMap<World, Promise<Tenant>>()

/** Returns the tenant site that the tests of a world share, for calls that do not change it permanently. */
export function openTenant(world: World): Promise<Tenant> {
  const tenant = shared.get(world) ?? launchTenant(world)
  shared.set(world, tenant)
  return tenant
}

/** Launches a tenant site for one test. */
export async function launchTenant(world: World, more: object = {}): Promise<Tenant> {
  const name = world.unique('Green Street')
  const { number: launchId, host, status, text } = await world.installation.launch({ siteName: name, content: 'empty', ...more })
  const site = world.installation.sites.findByHost(host)
  if (!site) throw new Error(`No site was launched: ${status} ${text}`)
  const { db } = site
  return { host, name, launchId, site, db, createAdminCookie: () => signIn({ site, db, log: silentLog }, { isAdmin: true }) }
}
