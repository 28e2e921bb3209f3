/** Validates the settings of an archive before they become the site's. */
import { z } from '#platform/contract/zod.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { NewcomerSettings } from '#features/sites/site-settings.contract.ts'
import { SiteInfo } from '#features/sites/site.contract.ts'
import { upsertSetting } from '#features/sites/setting.queries.ts'
import { cleanName } from '#wording/plain-name.ts'
import { loadSettings } from '#features/sites/site.service.ts'

const ArchivedSettings = SiteInfo.omit({ launches: true, claim: true }).extend({
  claimUntil: z.string(),
  newcomers: NewcomerSettings,
  enquiryEmail: z.string(),
  enquiryMonths: z.number().int().min(0),
  adminSecondFactor: z.boolean().nullable(),
  launching: z.enum(['everyone', 'members', 'nobody']).nullable(),
  mostCopies: z.number().int().min(0),
})

/**
 * Rejects invalid settings during the import rather than at the next start. `claimUntil` is cleared: the importer appoints the
 * administrator, and the imported site must not be retired by a deadline of the exporting installation.
 * @throws Error with the name of the invalid setting
 */
export async function importSettings(db: SiteDatabase): Promise<void> {
  const settings = await loadSettings(db).catch((error: unknown) => {
    if (error instanceof SyntaxError) throw new Error('data/settings.jsonl: a setting is not valid JSON.', { cause: error })
    throw error
  })
  const issue = ArchivedSettings.safeParse(settings).error?.issues[0]
  if (issue) throw new Error(`data/settings.jsonl: the setting ${issue.path.join('.')} is invalid (${issue.message}).`)
  // The site name in an archive of an earlier version may contain a URL.
  const name = cleanName(settings.name, 'Imported site')
  if (name !== settings.name) await upsertSetting(db, 'name', name)
  if (settings.claimUntil) await upsertSetting(db, 'claimUntil', '')
}
