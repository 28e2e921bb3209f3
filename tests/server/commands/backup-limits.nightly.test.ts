/** Restoring backups of other versions, and full disks. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { KyselyPlugin } from 'kysely'
import type { EngineName } from '#db/engine.ts'
import { loadMigrations, openSite } from '#db/open-site.ts'
import { migrationLevel } from '#db/whole-sites/snapshot.ts'
import { openBackup } from '#features/backups/backup-reader.ts'
import { importInstallation } from '#features/backups/site-target.ts'
import { putFile, readBytes } from '#tests/support/site-files.ts'
import { fillInstallation, makePlace, runCommand, sumInstallation, type Place } from '#tests/support/whole-installation.ts'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import { createRestoreTarget } from '#app/commands/installation-commands.ts'
import { openEngine } from '#app/sites/open-main-site.ts'
import { getFilesFolder, openSiteFiles } from '#app/sites/open-site-files.ts'

const server = inject('databaseUrl' as never) as string | undefined
const names: EngineName[] = server ? ['postgres', 'sqlite'] : ['sqlite']
const folder = mkdtempSync(join(tmpdir(), 'backup-limits-'))
const file = join(folder, 'whole.backup.zip')
const OLD_LEVEL = '0020_mail_headers'
const PICTURE = 'uploads/00000000aaaa-60x40/60.webp'
let source: Place
const places: Place[] = []

/** An installation with a suspended site at an earlier schema version. */
beforeAll(async () => {
  places.push((source = await makePlace('sqlite', undefined)))
  await fillInstallation(source, { megabytes: 8 })
  const engine = await openEngine(source)
  await engine.drop('copy_2')
  const earlier = (await loadMigrations()).filter(([level]) => level <= OLD_LEVEL)
  const db = await openSite(engine, 'copy_2', earlier)
  await db.insertInto('settings').values({ key: 'name', value: '"Weaver Square"' }).execute()
  await db.insertInto('categories').values({ slug: 'solar', name: 'Solar', description: 'Sun', icon_name: 'sun' }).execute()
  await db.destroy()
  await engine.close()
  const files = createFolderFiles(getFilesFolder(source.dataDir, 'copy_2'))
  await putFile(files, PICTURE, 'a picture')
  const { stderr } = await runCommand('backup', [file], source)
  if (stderr) throw new Error(stderr)
})
afterAll(async () => {
  for (const place of places) await place.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(names)('on %s', (name) => {
  test('a site of an earlier version is restored at its schema version and migrated at the next start', async () => {
    const place = await makePlace(name, server)
    places.push(place)
    expect(await runCommand('restore', [file], place)).toMatchObject({ code: 0, stderr: '' })
    const engine = await openEngine(place)
    const then = await engine.connect('copy_2')
    expect(await migrationLevel(then)).toBe(OLD_LEVEL)
    await then.destroy()
    const now = await openSite(engine, 'copy_2')
    expect(await migrationLevel(now)).toBe((await loadMigrations()).at(-1)?.[0])
    expect(await now.selectFrom('categories').select('slug').execute()).toEqual([{ slug: 'solar' }])
    const files = await openSiteFiles(engine.name, now, place.dataDir, 'copy_2')
    expect(String(await readBytes(files, PICTURE))).toBe('a picture')
    await now.destroy()
    await engine.close()
  })

  test('a backup of a newer version or with wrong row counts is refused, and nothing of it is served', async () => {
    const place = await makePlace(name, server)
    places.push(place)
    const engine = await openEngine(place)
    const backup = await openBackup(file)
    const newer = { ...backup, open: async (site: string) => ({ ...(await backup.open(site)), migration: '9999_from_the_future' }) }
    const restoring = importInstallation(createRestoreTarget(engine, place.dataDir), newer, 'Refused.', () => undefined)
    await expect(restoring).rejects.toThrow(/newer version \(9999_from_the_future\); this one is at .*\. Update first\.$/)
    expect(await engine.listSites()).toEqual([])
    // A backup is refused too if its rows differ from those counted when it was made.
    const counted = backup.list.sites['main']!
    const sums = { ...counted, tables: { ...counted.tables, topics: { rows: 61, sum: counted.tables['topics']!.sum } } }
    const other = { ...backup, open: async (site: string) => ({ ...(await backup.open(site)), ...(site === 'main' ? { sums } : {}) }) }
    const wrong = importInstallation(createRestoreTarget(engine, place.dataDir), other, 'Refused.', () => undefined)
    await expect(wrong).rejects.toThrow('main differs from the manifest of the backup.')
    expect((await engine.listSites()).filter((site) => !site.startsWith('restore_'))).toEqual([])
    backup.close()
    await engine.close()
  })
})

test('data that the target alters is detected before anything is served', async () => {
  const place = await makePlace('sqlite', undefined)
  places.push(place)
  const engine = await openEngine(place)
  // A database that returns other values than were written.
  const altering: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => ({
      ...result,
      rows: result.rows.map((row) => ('slug' in row ? { ...row, slug: 'other' } : row)),
    }),
  }
  const faulty = { ...engine, connect: async (site: string) => (await engine.connect(site)).withPlugin(altering) }
  const backup = await openBackup(file)
  const restoring = importInstallation(createRestoreTarget(faulty, place.dataDir), backup, 'Refused.', () => undefined)
  await expect(restoring).rejects.toThrow(/^main: categories has 6 rows in the source and 6 here, or their contents differ\.$/)
  expect(await engine.listSites()).toEqual(['restore_main'])
  backup.close()
  await engine.close()
})

/** Mounts a small tmpfs; returns false where that is not permitted. */
function mount(place: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', place], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}
const small = mkdtempSync(join(tmpdir(), 'small-disk-'))
const isMounted = mount(small)
afterAll(() => {
  if (isMounted) execFileSync('umount', [small])
  rmSync(small, { recursive: true })
})
const fill = (leave: number) => {
  const { bavail, bsize } = statfsSync(small)
  writeFileSync(join(small, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - leave), 1))
}

test.runIf(isMounted)(
  'a full disk: the commands report it, the backup leaves no file, and a restore resumes once space is free',
  async () => {
    fill(4_000_000)
    const failed = await runCommand('backup', [join(small, 'x.zip')], source)
    expect(failed).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Backup failed: There is no storage space left for .*x\.zip\. The incomplete file was deleted/),
    })
    expect(readdirSync(small)).toEqual(['filler'])

    const place = { dataDir: join(small, 'data'), databaseUrl: undefined, remove: async () => undefined }
    const full = await runCommand('restore', [file], place)
    expect(full).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Restore failed: No disk space left for DATA_DIR .*Nothing was lost/),
    })
    expect(existsSync(join(place.dataDir, 'sites/main.sqlite'))).toBe(false)
    rmSync(join(small, 'filler'))
    expect(await runCommand('restore', [file], place)).toMatchObject({ code: 0, stderr: '' })
    expect(await sumInstallation(place)).toEqual(await sumInstallation(source))
  },
)
