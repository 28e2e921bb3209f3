/** A restored backup sends nothing that was queued when it was made. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openSite } from '#db/open-site.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { getHeldJobs } from '#features/job-queue/held-jobs.service.ts'
import { enqueueJob } from '#features/job-queue/job-queue.service.ts'
import { sendMailJob } from '#features/mail/mail-job.service.ts'
import { fillInstallation, makePlace, runCommand, type Place } from '#tests/support/whole-installation.ts'
import { MAIN_SITE, openEngine } from '#app/sites/open-main-site.ts'

const folder = mkdtempSync(join(tmpdir(), 'held-'))
const places: Place[] = []
afterAll(async () => {
  for (const place of places) await place.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function inMainSite<T>(place: Place, work: (db: SiteDatabase) => Promise<T>): Promise<T> {
  const engine = await openEngine(place as never)
  const db = await openSite(engine, MAIN_SITE)
  try {
    return await work(db)
  } finally {
    await db.destroy()
    await engine.close()
  }
}

test('a restored site holds its queue, and the command reports it', async () => {
  const [source, target] = [await makePlace('sqlite', undefined), await makePlace('sqlite', undefined)]
  places.push(source, target)
  await fillInstallation(source, { megabytes: 1 })
  await inMainSite(source, (db) => enqueueJob({ db }, sendMailJob, { mailId: 1 }, { key: '1' }))
  const file = join(folder, 'a.backup.zip')
  expect(await runCommand('backup', [file], source)).toMatchObject({ code: 0 })
  const done = await runCommand('restore', [file], target)
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(done.stdout).toMatch(/^main: held, not sent: .*mail\.send \d+/m)
  const held = await inMainSite(target, (db) => getHeldJobs({ db }))
  const waiting = await inMainSite(target, (db) => db.selectFrom('queued_jobs').select('id').where('due_at', '<', '9999').execute())
  expect(held.kinds.some(({ kind }) => kind === 'mail.send')).toBe(true)
  expect(waiting).toEqual([])
  // The source is unaffected.
  expect((await inMainSite(source, (db) => getHeldJobs({ db }))).total).toBe(0)
})
