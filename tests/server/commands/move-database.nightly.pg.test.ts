/** `npm run db:move` as an operator runs it: to PostgreSQL and back, and interrupted. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { SiteChecksums } from '#features/backups/backup.format.ts'
import { startServer } from '#tests/support/running-server.ts'
import { fillInstallation, makePlace, runCommand, sumInstallation, type Place } from '#tests/support/whole-installation.ts'
import { openEngine } from '#app/sites/open-main-site.ts'

const server = inject('databaseUrl')
const places: Place[] = []
async function newPlace(engine: 'sqlite' | 'postgres'): Promise<Place & { url: string }> {
  const place = await makePlace(engine, server)
  places.push(place)
  return { ...place, url: place.databaseUrl ?? '' }
}
let source: Place
let sums: Record<string, SiteChecksums>
beforeAll(async () => {
  source = await newPlace('sqlite')
  await fillInstallation(source, { megabytes: 40 })
  writeFileSync(join(source.dataDir, 'secret.key'), `${'k'.repeat(43)}\n`)
  sums = await sumInstallation(source)
})
afterAll(async () => {
  for (const place of places) await place.remove()
})

test('moves SQLite to PostgreSQL and back without changing rows, files or the source', async () => {
  const [there, back] = [await newPlace('postgres'), await newPlace('sqlite')]
  const done = await runCommand('move-database', ['--to', there.url], source)
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(done.stdout).toMatch(/^main: [\d,]+ rows, 2 files .*\ncopy_1: [\d,]+ rows, (8|40) files \((8|40) MB\)\ncopy_2: /)
  expect(done.stdout).toMatch(
    /Database moved: every row and file was compared\. The source is unchanged\.\nStart the server with that DATABASE_URL/,
  )
  expect(await sumInstallation(there)).toEqual(sums)
  expect(await sumInstallation(source)).toEqual(sums)

  const returned = await runCommand('move-database', ['--to', back.dataDir], { ...source, databaseUrl: there.url })
  expect(returned).toMatchObject({ code: 0, stderr: '' })
  expect(returned.stdout).toContain(`Start the server with DATA_DIR=${back.dataDir} and without DATABASE_URL.`)
  expect(await sumInstallation(back)).toEqual(sums)
  expect(readFileSync(join(back.dataDir, 'secret.key'), 'utf8')).toBe(readFileSync(join(source.dataDir, 'secret.key'), 'utf8'))

  const running = await startServer({ DATA_DIR: source.dataDir, DATABASE_URL: there.url })
  for (const path of ['/', '/forum', '/uploads/0a1b2c3d-40x30/40.webp']) expect((await fetch(running.url + path)).status).toBe(200)
  await running.stop()
  // The source stays usable for a way back.
  expect(await sumInstallation(source)).toEqual(sums)
})

test('an interrupted move resumes, and transfers a site again that changed meanwhile', async () => {
  const [there, from] = [await newPlace('postgres'), await newPlace('sqlite')]
  await fillInstallation(from, { megabytes: 30 })
  const move = (killAt?: string) =>
    runCommand('move-database', ['--to', there.url], from, killAt ? (output) => output.includes(killAt) : undefined)
  expect(await move('main: ')).toMatchObject({ code: null })
  await expect(startServer({ DATA_DIR: from.dataDir, DATABASE_URL: there.url })).rejects.toThrow(/was interrupted/)
  expect((await move('copy_1: ')).stdout).toMatch(/^main: already transferred/)
  const engine = await openEngine(from)
  const db = await engine.connect('main')
  await db.updateTable('topics').set({ title: 'Changed meanwhile' }).where('id', '=', 1).execute()
  await db.destroy()
  await engine.close()
  const done = await move()
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(done.stdout).toMatch(/^main: [\d,]+ rows.*\ncopy_1: already transferred/)
  expect(await sumInstallation(there)).toEqual(await sumInstallation(from))
  // A further move is refused, because the target may have been used since.
  expect((await move()).stderr).toMatch(/^Database move failed: There already is an installation\. A move needs an empty database\./)
})

test('rejects invalid arguments and leaves the target untouched', async () => {
  const [there, busy] = [await newPlace('postgres'), await newPlace('sqlite')]
  for (const [words, place, reason] of [
    [[], source, /Usage: npm run db:move/],
    [['--to', busy.dataDir], source, /to another folder, copy DATA_DIR/],
    [['--to', there.url], { ...source, databaseUrl: there.url }, /npm run backup and npm run restore/],
    [['--to', 'postgres://nobody@db.example.org/x'], source, /DATABASE_URL must end in \?sslmode/],
    [['--to', there.url], busy, /There is no main site/],
  ] as const)
    expect((await runCommand('move-database', words, place)).stderr).toMatch(reason)
  const running = await startServer({ DATA_DIR: busy.dataDir, CONTENT: 'empty' })
  expect((await runCommand('move-database', ['--to', there.url], busy)).stderr).toMatch(
    /^Database move failed: Another process is using the data folder/,
  )
  await running.stop()
  const engine = await openEngine(there)
  expect(await engine.listSites()).toEqual([])
  await engine.close()
})
