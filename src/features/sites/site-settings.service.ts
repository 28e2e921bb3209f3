import { recordAudit } from '#features/audit/audit.service.ts'
import { engineOf } from '#db/engine.ts'
import { addWriteDependencies } from '#db/query-dependencies.ts'
import type { Context } from '#platform/context.ts'
import { badRequest } from '#platform/errors.ts'
import { keysOf } from '#platform/typed-entries.client.ts'
import { upsertSetting } from './setting.queries.ts'
import type { FullSettings, SiteSettingsForm } from './site-settings.contract.ts'
import { loadSettings } from './site.service.ts'

export async function getSettings({ site }: Context): Promise<FullSettings> {
  return site.settings
}

/** Only what is sent changes. The site follows at once: its settings in memory are the ones every request looks at. */
export async function changeSettings(ctx: Context, change: Partial<SiteSettingsForm>): Promise<FullSettings> {
  if (change.adminSecondFactor && ctx.viewer?.hasSecondFactor === false) {
    const message = 'Set up a second factor on your own account first, or you would lock yourself out.'
    throw badRequest(message, [{ path: 'adminSecondFactor', message }])
  }
  const words = await ctx.db.transaction().execute(async (db) => {
    const before = await loadSettings(db)
    // What stays as it was is not stored: a default may follow something else.
    const changed = keysOf(change).filter((key) => JSON.stringify(change[key]) !== JSON.stringify(before[key]))
    for (const key of changed) await upsertSetting(db, key, change[key])
    const subject = { type: 'settings' as const, id: null, title: 'Settings' }
    if (changed.length)
      await recordAudit({ ...ctx, db }, { action: 'settings.edit', subject, before: pick(before, changed), after: pick(change, changed) })
    const { tagline, description } = await loadSettings(db)
    return { tagline, description }
  })
  Object.assign(ctx.site.settings, change, words)
  return ctx.site.settings
}

function pick(from: object, names: string[]): object {
  const values: Record<string, unknown> = { ...from }
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

/**
 * The job: several processes may serve one site from a PostgreSQL server, and what an administrator sets through one of
 * them the others read here. A data folder of SQLite has one process, which knows already.
 */
export async function refreshSettings({ site, db }: Context): Promise<void> {
  if (engineOf(db) === 'sqlite') return
  const stored = await loadSettings(db)
  if (JSON.stringify(stored) === JSON.stringify(pick(site.settings, Object.keys(stored)))) return
  Object.assign(site.settings, stored)
  addWriteDependencies(['settings'])
}
