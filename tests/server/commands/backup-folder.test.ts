/** Errors of the backup command about the folder of its file. */
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePlace, runCommand, type Place } from '#tests/support/whole-installation.ts'
import { MAIN_SITE, openEngine, openFilledSite } from '#app/sites/open-main-site.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-folder-'))
let place: Place
beforeAll(async () => {
  place = await makePlace('sqlite', undefined)
  const engine = await openEngine(place)
  const { db } = await openFilledSite(engine, MAIN_SITE, { content: 'empty', dataDir: place.dataDir })
  await db.destroy()
  await engine.close()
})
afterAll(async () => {
  await place.remove()
  rmSync(folder, { recursive: true, force: true })
})

test('a missing folder is created', async () => {
  const file = join(folder, 'new/below/today.backup.zip')
  expect(await runCommand('backup', [file], place)).toMatchObject({ code: 0, stderr: '' })
  expect(statSync(file).size).toBeGreaterThan(1000)
})

test.each([
  ['a file is in the place of the folder', join(folder, 'file'), 'there is a file in its place'],
  ['a file is in the place of its parent', join(folder, 'file/below'), 'there is a file in its place'],
  ['the folder does not exist and cannot be created', '/proc/net-zero', 'it does not exist and cannot be created: '],
])('the command names the folder when %s', async (_condition, missing, reason) => {
  writeFileSync(join(folder, 'file'), '')
  const { code, stdout, stderr } = await runCommand('backup', [join(missing, 'today.backup.zip')], place)
  expect(code).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toMatch(`The folder ${missing} is not a writable folder: ${reason}`)
  expect(existsSync(join(missing, 'today.backup.zip'))).toBe(false)
})
