import { recordAudit } from '#features/audit/audit.service.ts'
import { crc32 } from 'node:zlib'
import { engineOf } from '#db/engine.ts'
import { addWriteDependencies } from '#db/changes/query-dependencies.ts'
import type { Context, SiteSettings } from '#platform/contract/context.ts'
import { assertVersion } from '#platform/contract/version.ts'
import { badRequest } from '#platform/contract/errors.ts'
import { isNameOfOperator } from '#platform/text/names-policy.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'
import { lockSettings, upsertSetting } from './setting.queries.ts'
import type { FullSettings, SiteSettingsForm } from './site-settings.contract.ts'
import { loadSettings } from './site.service.ts'

export async function getSettings({ site }: Context): Promise<FullSettings> {
  return addVersion(site.settings)
}

/**
 * Adds a version for optimistic concurrency: a checksum of the fields of the form, because the settings have no single row with a version.
 */
const addVersion = <S extends SiteSettings>(settings: S): S & { version: number } => ({
  ...settings,
  version: crc32(JSON.stringify(pick(settings, FORM_FIELDS))),
})
const FORM_FIELDS = [
  'name',
  'tagline',
  'description',
  'features',
  'guestPosting',
  'newcomers',
  'enquiryEmail',
  'enquiryMonths',
  'adminSecondFactor',
  'analytics',
]

/**
 * Changes settings. They take effect at once, because requests read the settings in memory.
 * @throws AppError 400 for a reserved name, or if the administrator would be locked out; 409 if the settings have changed since `version`
 */
export async function changeSettings(
  ctx: Context,
  { version, ...change }: Partial<SiteSettingsForm> & { version?: number | undefined },
): Promise<FullSettings> {
  if (change.adminSecondFactor && ctx.viewer?.hasSecondFactor === false) {
    const message = 'Set up a second factor on your own account first, or you would lock yourself out.'
    throw badRequest(message, [{ path: 'adminSecondFactor', message }])
  }
  assertNameAllowed(ctx, change.name)
  const texts = await ctx.db.transaction().execute(async (db) => {
    await lockSettings(db)
    const settingsBefore = await loadSettings(db)
    const currentSettings = addVersion({ ...ctx.site.settings, ...settingsBefore })
    assertVersion(version, change, {
      version: currentSettings.version,
      fields: settingsBefore,
      current: pick(currentSettings, [...FORM_FIELDS, 'version']),
    })
    // Unchanged values are not stored, so that derived defaults keep working.
    const changedKeys = keysOf(change).filter((key) => JSON.stringify(change[key]) !== JSON.stringify(settingsBefore[key]))
    for (const key of changedKeys) await upsertSetting(db, key, change[key])
    const subject = { type: 'settings' as const, id: null, title: 'Settings' }
    if (changedKeys.length)
      await recordAudit(
        { ...ctx, db },
        { action: 'settings.edit', subject, before: pick(settingsBefore, changedKeys), after: pick(change, changedKeys) },
      )
    const { tagline, description } = await loadSettings(db)
    return { tagline, description }
  })
  Object.assign(ctx.site.settings, change, texts)
  return addVersion(ctx.site.settings)
}

/** Rejects names of a tenant site that resemble that of its operator (phishing), unless the name is unchanged. @throws AppError 400 */
function assertNameAllowed({ site: { settings, operator } }: Context, name: string | undefined): void {
  if (name === undefined || name === settings.name || !operator || !isNameOfOperator(name, operator.name)) return
  const message = 'That name is reserved. Please choose another.'
  throw badRequest(message, [{ path: 'name', message }])
}

function pick(source: object, names: string[]): object {
  const values: Record<string, unknown> = { ...source }
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

/**
 * Reloads settings that another process has changed. Runs as a job. Does nothing on SQLite, where a site has only one process.
 */
export async function refreshSettings({ site, db }: Context): Promise<void> {
  if (engineOf(db) === 'sqlite') return
  const storedSettings = await loadSettings(db)
  if (JSON.stringify(storedSettings) === JSON.stringify(pick(site.settings, Object.keys(storedSettings)))) return
  Object.assign(site.settings, storedSettings)
  addWriteDependencies(['settings'])
}
