/** A site described in a file: what the deployment assistant has asked, for a main site on a server of one's own. */
import { readFile } from 'node:fs/promises'
import { listSettings, upsertSetting } from '#features/sites/setting.queries.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { DeploymentConfig, type StartingContent } from './deployment.contract.ts'
import { toSiteSettings } from './deployment.service.ts'

/**
 * Applies the file to a site that has not been filled yet; on any other it is not even read. Run again after a crash it does the same.
 * @returns what the site is to start with; undefined when it is filled
 * @throws Error that names the setting and what is wrong
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
  const wrong = (why: string) => new Error(`SITE_CONFIG must be the path of a site.json with a site's name and choices. ${path}: ${why}`)
  const text = await readFile(path, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    throw wrong(`it cannot be read (${fault.code}).`)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw wrong('it is not JSON.')
  }
  const parsed = DeploymentConfig.safeParse(value)
  if (parsed.success) return parsed.data
  throw wrong(parsed.error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`).join('; '))
}
