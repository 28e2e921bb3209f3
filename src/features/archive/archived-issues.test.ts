/** Tests newsletter issues in an archive: the imported site does not send them, and the import reports those that were to be sent. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { archiveTables } from '#app/registry.ts'
import { openSite } from '#db/open-site.ts'
import { toImportedIssue } from '#features/newsletter/issues/archive/issue-archive.policy.ts'
import { openTestSites } from '#tests/support/test-site.ts'
import { packArchive } from '#tests/support/archive-fixture.ts'
import { importArchive } from './import.service.ts'

const TIME = '2026-11-27T10:00:00.000Z'

test('an archive carries scheduled issues as drafts and issues that are being sent as paused, and the import reports both', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'archived-issues-'))
  const { main, engine, close } = await openTestSites({ content: 'empty' })
  const site = `imported_${crypto.randomUUID().slice(0, 8)}`
  try {
    const row = { intro: 'Hello', entries: '[]', audience: '[]', rate: 60, created_at: TIME, changed_at: TIME }
    for (const state of ['scheduled', 'sending', 'draft', 'sent'] as const)
      await main.db
        .insertInto('newsletter_issues')
        .values({ ...row, subject: state, state, scheduled_at: state === 'scheduled' ? TIME : null })
        .execute()
    const file = join(folder, 'site.zip')
    await packArchive({ db: main.db, site: main }, false, file)
    const target = { tables: archiveTables, engine, site, folder: join(folder, 'files'), replace: false }
    const { changes, held } = await importArchive(file, target)
    expect(changes).toEqual({
      'Scheduled newsletter issues, which are now drafts: schedule them again': 1,
      'Newsletter issues that were being sent, which are now paused': 1,
    })
    expect(held).toEqual({})
    const db = await openSite(engine, site)
    const issues = await db.selectFrom('newsletter_issues').select(['subject', 'state', 'scheduled_at']).orderBy('id').execute()
    await db.destroy()
    expect(issues).toEqual([
      { subject: 'scheduled', state: 'draft', scheduled_at: null },
      { subject: 'sending', state: 'paused', scheduled_at: null },
      { subject: 'draft', state: 'draft', scheduled_at: null },
      { subject: 'sent', state: 'sent', scheduled_at: null },
    ])
  } finally {
    if (engine.name === 'postgres') await engine.drop(site)
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a scheduled issue in an archive of an earlier version becomes a draft', () => {
  const { row, report } = toImportedIssue({ id: 1, state: 'scheduled', scheduled_at: TIME })
  expect(row).toEqual({ id: 1, state: 'draft', scheduled_at: null })
  expect(report).toContain('are now drafts')
})
