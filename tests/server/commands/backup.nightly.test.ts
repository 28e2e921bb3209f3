/** `npm run backup` and `npm run restore` as an operator runs them, between engines, and interrupted. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { EngineName } from '#db/engine.ts'
import { openBackup } from '#features/backups/backup-reader.ts'
import type { SiteChecksums } from '#features/backups/backup.format.ts'
import { importInstallation } from '#features/backups/site-target.ts'
import { startServer } from '#tests/support/running-server.ts'
import {
  fillInstallation,
  makePlace,
  runCommand,
  sumInstallation,
  type CommandResult,
  type Place,
} from '#tests/support/whole-installation.ts'
import { createRestoreTarget } from '#app/commands/installation-commands.ts'
import { openEngine } from '#app/sites/open-main-site.ts'

const server = inject('databaseUrl' as never) as string | undefined
/** SQLite alone without a server; both engines and all directions with one. */
const names: EngineName[] = server ? ['postgres', 'sqlite'] : ['sqlite']
const folder = mkdtempSync(join(tmpdir(), 'backups-'))
const sources = new Map<
  EngineName,
  { done: CommandResult; place: Place; pages: string[]; sums: Record<string, SiteChecksums>; file: string }
>()
const places: Place[] = []
async function newPlace(engine: EngineName): Promise<Place> {
  const place = await makePlace(engine, server)
  places.push(place)
  return place
}
const sourceOf = (name: EngineName) => sources.get(name)!

beforeAll(async () => {
  for (const name of names) {
    const place = await newPlace(name)
    await fillInstallation(place, { megabytes: 40 })
    const pages = await readPages(place)
    const file = join(folder, `${name}.backup.zip`)
    const done = await runCommand('backup', [file], place)
    sources.set(name, { done, place, pages, sums: await sumInstallation(place), file })
  }
})
afterAll(async () => {
  for (const place of places) await place.remove()
  rmSync(folder, { recursive: true, force: true })
})

const env = (place: Place) => ({ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '', SECRET_KEY: 'k'.repeat(40) })
/** None of these requests counts a view. */
const PAGES = ['/', '/products', '/forum', '/about', '/uploads/0a1b2c3d-40x30/40.webp', '/api/products?perPage=100', '/api/categories']
/** Returns what a visitor reads on these pages. */
async function readPages(place: Place): Promise<string[]> {
  const running = await startServer(env(place))
  const texts: string[] = []
  for (const path of PAGES) {
    const response = await fetch(running.url + path)
    expect(response.status, path).toBe(200)
    // Relative times may differ by now.
    texts.push((await response.text()).replace(/\d+ (second|minute|hour)s? ago|just now/g, 'ago').replaceAll(running.url, ''))
  }
  await running.stop()
  return texts
}

const directions = names.flatMap((from) => names.map((to) => ({ from, to })))

test('a backup is readable by its owner only, and lists its contents', async () => {
  for (const name of names) {
    const { done, file, sums } = sourceOf(name)
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout).toMatch(/^Backup written to .*: 3 sites, [\d,]+ rows, 43 files, \d+\.?\d* MB\.\n.*mode 0600.*\n.*secret\.key/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const backup = await openBackup(file)
    expect(backup.list.sites).toEqual(sums)
    expect(Object.keys(sums)).toEqual(['main', 'copy_1', 'copy_2'])
    // All tables have rows, except temporary ones and those of the other engine.
    const filled = Object.entries(sums['main']!.tables).flatMap(([table, { rows }]) => (rows > 0 ? [table] : []))
    expect(filled).toEqual(
      expect.arrayContaining(['users', 'sessions', 'launches', 'topics', 'votes', 'uploads', 'audit_entries', 'product_figures']),
    )
    backup.close()
  }
})

describe.each(directions)('from $from to $to', ({ from, to }) => {
  test('a restore brings every row and file, and serves the same pages', async () => {
    const target = await newPlace(to)
    const done = await runCommand('restore', [sourceOf(from).file], target)
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(done.stdout).toMatch(/^Backup of .* restored: 3 sites\. Every row/m)
    expect(await sumInstallation(target)).toEqual(sourceOf(from).sums)
    const pages = await readPages(target)
    for (const [at, path] of PAGES.entries()) expect(pages[at] === sourceOf(from).pages[at], path).toBe(true)
    const engine = await openEngine(target)
    const db = await engine.connect('main')
    const topic = {
      title: 'Next',
      user_id: 1,
      created_at: '2026-11-22T00:00:00.000Z',
      active_at: '2026-11-22T00:00:00.000Z',
      content: '',
      search_text: '',
    }
    expect((await db.insertInto('topics').values(topic).returning('id').executeTakeFirstOrThrow()).id).toBe(5001)
    expect(await db.selectFrom('one_time_tokens').selectAll().where('purpose', '=', 'restore').execute()).toEqual([])
    await db.destroy()
    await engine.close()
  })

  test('an interrupted restore keeps the server from starting, and is resumed', async () => {
    const target = await newPlace(to)
    const killed = await runCommand('restore', [sourceOf(from).file], target, (output) => output.includes('main: '))
    expect(killed.code).toBe(null)
    expect(killed.stdout).toEqual(expect.stringMatching(/^main: [\d,]+ rows, 2 files/))
    await expect(startServer(env(target))).rejects.toThrow(/was interrupted\. Run the same command again/)
    const again = await runCommand('restore', [sourceOf(from).file], target)
    expect(again).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^main: already transferred/) })
    expect(await sumInstallation(target)).toEqual(sourceOf(from).sums)
  })

  test('existing data is replaced only with --replace, and only after the transfer is complete', async () => {
    const target = await newPlace(to)
    await fillInstallation(target)
    const before = await sumInstallation(target)
    const refused = await runCommand('restore', [sourceOf(from).file], target)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toEqual(expect.stringMatching(/^Restore failed: There already is an installation\. .*--replace/))
    await runCommand('restore', [sourceOf(from).file, '--replace'], target, (output) => output.includes('copy_1: '))
    expect(await sumInstallation(target)).toEqual(before)

    // Interrupted after the tenant sites were renamed into place and before the main site was.
    const engine = await openEngine(target)
    const backup = await openBackup(sourceOf(from).file)
    const cutOff = {
      ...engine,
      rename: (a: string, b: string) => (b === 'main' ? Promise.reject(new Error('cut off')) : engine.rename(a, b)),
    }
    await expect(importInstallation(createRestoreTarget(cutOff, target.dataDir), backup, undefined, () => undefined)).rejects.toThrow(
      'cut off',
    )
    backup.close()
    await engine.close()
    const done = await runCommand('restore', [sourceOf(from).file, '--replace'], target)
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(await sumInstallation(target)).toEqual(sourceOf(from).sums)
  })
})

test('a backup while the server writes does not block it, and is consistent per site', async () => {
  for (const name of names) {
    const place = await newPlace(name)
    await fillInstallation(place)
    const running = await startServer({ ...env(place), TRUST_PROXY: 'true' })
    let posted = 0
    let isOver = false
    const writing = (async () => {
      while (!isOver) {
        const body = JSON.stringify({ title: `Topic ${posted}`, content: 'While it is saved.', categoryId: 1 })
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.9.${posted >> 8}.${posted & 255}` }
        expect((await fetch(`${running.url}/api/forums`, { method: 'POST', headers, body })).status).toBe(201)
        posted += 1
      }
    })()
    const file = join(folder, `${name}-serving.zip`)
    const done = await runCommand('backup', [file], place)
    isOver = true
    await writing
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(posted).toBeGreaterThan(5)
    await running.kill()
    // A backup also works after a kill, before the database was recovered.
    expect(await runCommand('backup', [join(folder, `${name}-killed.zip`)], place)).toMatchObject({ code: 0 })
    const target = await newPlace(name)
    expect(await runCommand('restore', [file], target)).toMatchObject({ code: 0, stderr: '' })
    const backup = await openBackup(file)
    expect(await sumInstallation(target)).toEqual(backup.list.sites)
    backup.close()
  }
})

test('an interrupted backup leaves no file of that name, and the next one is complete', async () => {
  for (const name of names) {
    const file = join(folder, `${name}-cut.zip`)
    const size = () => (existsSync(`${file}.unfinished`) ? statSync(`${file}.unfinished`).size : 0)
    const killed = await runCommand('backup', [file], sourceOf(name).place, () => size() > 1_000_000)
    expect([killed.code, existsSync(file), existsSync(`${file}.unfinished`)]).toEqual([null, false, true])
    await expect(openBackup(`${file}.unfinished`)).rejects.toThrow(/not a backup, or it is incomplete/)
    expect(await runCommand('backup', [file], sourceOf(name).place)).toMatchObject({ code: 0 })
    expect(existsSync(`${file}.unfinished`)).toBe(false)
    const backup = await openBackup(file)
    expect(backup.list.sites).toEqual(sourceOf(name).sums)
    backup.close()
  }
})

test('invalid files and targets are reported, and nothing is created', async () => {
  const place = await newPlace('sqlite')
  const { file: good, place: origin } = sourceOf(names[0] ?? 'sqlite')
  const whole = readFileSync(good)
  const put = (name: string, bytes: Buffer | string) => (writeFileSync(join(folder, name), bytes), join(folder, name))
  const flipped = Buffer.from(whole)
  flipped[whole.length >> 1]! ^= 1
  const failures: [string, RegExp][] = [
    ['nowhere.zip', /^Restore failed: There is no file nowhere\.zip\.\n$/],
    [put('letter.zip', 'Dear Rosie'), /letter\.zip is not a backup, or it is incomplete/],
    [put('torn.zip', whole.subarray(0, whole.length - 1000)), /torn\.zip is not a backup, or it is incomplete/],
    [put('flipped.zip', flipped), /is damaged/],
  ]
  for (const [file, reason] of failures)
    expect(await runCommand('restore', [file], place)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(reason) })
  for (const words of [[], ['a', 'b'], ['--wrong']])
    expect((await runCommand('restore', words, place)).stderr).toMatch(/Usage: npm run restore/)
  expect((await runCommand('backup', [join(folder, 'none.zip')], place)).stderr).toMatch(/^Backup failed: There is no main site/)
  expect((await runCommand('backup', [good], origin)).stderr).toMatch(/The file .* already exists/)
  expect(existsSync(join(place.dataDir, 'sites/main.sqlite'))).toBe(false)

  const busy = await startServer({ ...env(place), CONTENT: 'empty' })
  expect((await runCommand('restore', [good, '--replace'], place)).stderr).toMatch(
    /^Restore failed: Another process is using the data folder/,
  )
  await busy.stop()
})
