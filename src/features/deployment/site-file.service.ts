/** Configures a self-hosted site with a file that contains the input from the wizard. */
import { readFile } from 'node:fs/promises'
import { listSettings, upsertSetting } from '#features/sites/setting.queries.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { DeploymentConfig, type StartingContent } from './deployment.contract.ts'
import { toSiteSettings } from './deployment.service.ts'

/**
 * Applies the file to a site without content; on any other site the file is not read. It can be repeated after a crash.
 * @returns the initial content that the site should be filled with; undefined if it already has content
 * @throws Error that names the setting and the reason
 */
export async function applySiteFile(db: SiteDatabase, path: string): Promise<StartingContent | undefined> {
  if ('filledAt' in (await listSettings(db))) return undefined
  const config = await readSiteFile(path)
  await db.transaction().execute(async (trx) => {
    for (const [key, value] of Object.entries(toSiteSettings(config))) await upsertSetting(trx, key, value)
  })
  return config.content
}

async function readSiteFile(path: string): Promise<DeploymentConfig> {
  const createFileError = (why: string) => new Error(`SITE_CONFIG must be the path of a site.json. ${path}: ${why}`)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw createFileError(`it cannot be read (${error.code}).`)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw createFileError('it is not JSON.')
  }
  const parsed = DeploymentConfig.safeParse(value)
  if (parsed.success) return parsed.data
  throw createFileError(parsed.error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`).join('; '))
}
