/** The settings of an archive, before they become a site's. */
import { z } from '#platform/contract/zod.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { SiteInfo } from '#features/sites/site.contract.ts'
import { upsertSetting } from '#features/sites/setting.queries.ts'
import { cleanName } from '#wording/plain-name.ts'
import { loadSettings } from '#features/sites/site.service.ts'

const Settings = SiteInfo.omit({ launches: true, claim: true }).extend({
  claimUntil: z.string(),
  enquiryEmail: z.string(),
  enquiryMonths: z.number().int().min(0),
  adminSecondFactor: z.boolean().nullable(),
  launching: z.enum(['everyone', 'members', 'nobody']).nullable(),
  mostCopies: z.number().int().min(0),
})

/**
 * What no site can be opened with is refused now rather than at the next start. A time to be claimed in does not travel:
 * whoever brings the archive here sees to its administrator, and no date of elsewhere retires the site.
 * @throws Error that names the setting
 */
export async function importSettings(db: SiteDatabase): Promise<void> {
  const settings = await loadSettings(db).catch((fault: unknown) => {
    if (fault instanceof SyntaxError) throw new Error('data/settings.jsonl: a setting is no JSON.', { cause: fault })
    throw fault
  })
  const wrong = Settings.safeParse(settings).error?.issues[0]
  if (wrong) throw new Error(`data/settings.jsonl: the setting ${wrong.path.join('.')} is not what a site can have (${wrong.message}).`)
  // What is exported may be of a version that allowed web addresses in names.
  const name = cleanName(settings.name, 'Imported site')
  if (name !== settings.name) await upsertSetting(db, 'name', name)
  if (settings.claimUntil) await upsertSetting(db, 'claimUntil', '')
}
