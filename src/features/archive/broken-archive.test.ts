/** An archive that somebody has meddled with, or that is none, is refused with a reason, and the site is as it was. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFilledSite } from '#app/sites/open-main-site.ts'
import { filesFolderOf } from '#app/sites/open-site-files.ts'
import { loadSettings } from '#features/sites/site.service.ts'
import type { Site } from '#platform/contract/context.ts'
import { testAtNight } from '#tests/support/at-night.ts'
import { listPaths, putFile, readBytes } from '#tests/support/site-files.ts'
import { openTestEngine } from '#tests/support/test-site.ts'
import {
  fillEveryTable,
  packArchive,
  readArchiveParts,
  rowsByTable,
  UPLOADED_FILE,
  zipParts,
  type ArchiveParts,
} from '#tests/support/archive-fixture.ts'
import { ARCHIVE_FORMAT, type Manifest } from './archive.format.ts'
import { importArchive } from './import.service.ts'
import { archiveTables } from '#app/registry.ts'

const folder = mkdtempSync(join(tmpdir(), 'broken-'))
const whole = join(folder, 'whole.zip')
const broken = join(folder, 'broken.zip')
const NAME = `broken_${crypto.randomUUID().slice(0, 8)}`
let testEngine: Awaited<ReturnType<typeof openTestEngine>>
let present: Site
/** Of its files, with the embedded database. */
let place: string
let parts: ArchiveParts

beforeAll(async () => {
  testEngine = await openTestEngine()
  const { engine, folder: dataDir } = testEngine
  const source = await openFilledSite(engine, `${NAME}_source`, { content: 'starter', dataDir: join(folder, 'source') })
  await fillEveryTable({ db: source.db, site: source })
  await packArchive({ db: source.db, site: source }, true, whole)
  await source.db.destroy()
  await engine.drop(`${NAME}_source`)
  parts = await readArchiveParts(whole)
  present = await openFilledSite(engine, NAME, { content: 'empty', dataDir })
  place = filesFolderOf(dataDir, NAME)
  await putFile(present.files, 'uploads/own/mine.webp', 'mine')
})
afterAll(async () => {
  const { engine, remove } = testEngine
  await present.db.destroy()
  await engine.drop(NAME)
  await engine.close()
  remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Neither over a site that is there nor beside it. */
async function expectRefusal(why: RegExp, largest?: number): Promise<void> {
  const { engine, folder: dataDir } = testEngine
  const before = await rowsByTable(present.db)
  const over = { tables: archiveTables, engine, site: NAME, folder: place, replace: true, largest }
  await expect(importArchive(broken, over)).rejects.toThrow(why)
  expect(await rowsByTable(present.db)).toEqual(before)
  expect(String(await readBytes(present.files, 'uploads/own/mine.webp'))).toBe('mine')
  expect(await listPaths(present.files)).toEqual(['uploads/own/mine.webp'])

  const none = { ...over, site: `${NAME}_new`, folder: join(dataDir, 'files', 'new'), replace: false }
  await expect(importArchive(broken, none)).rejects.toThrow(why)
  expect(await engine.sizeOf(none.site)).toBe(0)
  expect(existsSync(none.folder)).toBe(false)
  for (const site of [NAME, none.site]) expect(await engine.sizeOf(`${site}_importing`)).toBe(0)
  expect(present.files.folder === undefined ? [NAME] : readdirSync(join(dataDir, 'files'))).toEqual([NAME])
}

const latin = (change: (text: string) => string) => Buffer.from(change(readFileSync(whole).toString('latin1')), 'latin1')
/** Names of one length, in both places where a ZIP has them. */
const renamed = (to: string) => latin((text) => text.replaceAll(`files/${UPLOADED_FILE}`, to.padEnd(UPLOADED_FILE.length + 6, 'x')))

test.each<[string, () => Buffer, RegExp, number?]>([
  ['a letter', () => Buffer.from('Dear Rosie,\n'), /broken\.zip is not a ZIP file, or it is not whole\./],
  ['nothing', () => Buffer.alloc(0), /is not a ZIP file/],
  ['half of it', () => readFileSync(whole).subarray(0, 20_000), /is not a ZIP file, or it is not whole/],
  ['a way up', () => renamed('files/../../../../etc/cron.d/'), /invalid relative path|not allowed/],
  ['a way up at once', () => renamed('../../../../etc/'), /invalid relative path|not allowed/],
  ['a place of its own', () => renamed('/etc/cron.d/'), /absolute path|not allowed/],
  ['the other slash', () => renamed('files\\..\\..\\'), /invalid|not allowed/],
  ['a drive', () => renamed('C:/windows/'), /absolute path|not allowed/],
  ['a hidden dot', () => renamed('files/./uploads/'), /not allowed/],
  ['too much', () => readFileSync(whole), /would become too large when unpacked/, 10_000],
  [
    'a byte that fell over',
    () => {
      const bytes = readFileSync(whole)
      const at = bytes.indexOf('data/articles.jsonl') + 400
      bytes[at] = (bytes[at] ?? 0) ^ 1
      return bytes
    },
    /data\/articles\.jsonl is damaged/,
  ],
])('%s is no archive', async (_what, make, why, largest) => {
  writeFileSync(broken, make())
  await expectRefusal(why, largest)
})

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`)
const lines = (path: string) => String(parts.get(path)).split('\n').filter(Boolean)
const rewritten = (path: string, change: (lines: string[]) => string[]) =>
  new Map(parts).set(
    path,
    Buffer.from(
      change(lines(path))
        .map((line) => `${line}\n`)
        .join(''),
    ),
  )
const without = (path: string) => {
  const left = new Map(parts)
  left.delete(path)
  return left
}
const change = (path: string, at: number, fields: object) =>
  rewritten(path, (all) => all.map((line, n) => (n === at ? JSON.stringify({ ...(JSON.parse(line) as object), ...fields }) : line)))

test.each<[string, () => ArchiveParts, RegExp, ((manifest: Manifest) => unknown)?]>([
  ['another program’s list', () => parts, /not the list of a net-zero-site archive/, (m) => Object.assign(m, { format: 'wordpress' })],
  ['a list without its words', () => parts, /not the list of a net-zero-site archive/, (m) => Object.assign(m, { files: undefined })],
  ['a newer format', () => parts, /format version 2; this program reads 1/, (m) => Object.assign(m, { version: 2 })],
  ['a newer version', () => parts, /another version \(9999_later\).*Update first/, (m) => Object.assign(m, { migration: '9999_later' })],
  ['a version that never was', () => parts, /another version \(0001_a\)/, (m) => Object.assign(m, { migration: '0001_a' })],
  [
    'a file that its list lacks',
    () => parts,
    /holds data\/users\.jsonl, which its list does not name/,
    (m) => delete m.files['data/users.jsonl'],
  ],
  ['a file that only its list has', () => without('data/votes.jsonl'), /lacks data\/votes\.jsonl/],
  [
    'a file that is promised',
    () => parts,
    /lacks files\/uploads\/b\.webp/,
    (m) => (m.files['files/uploads/b.webp'] = { bytes: 1, sha256: 'a'.repeat(64) }),
  ],
  [
    'another length than promised',
    () => parts,
    /content\/users\.yaml is damaged/,
    (m) => ((m.files['content/users.yaml'] as { bytes: number }).bytes += 1),
  ],
  [
    'other bytes than promised',
    () => parts,
    /content\/users\.yaml is damaged/,
    (m) => ((m.files['content/users.yaml'] as { sha256: string }).sha256 = 'a'.repeat(64)),
  ],
  ['no people', () => without('data/users.jsonl'), /lacks data\/users\.jsonl/, (m) => delete m.counts['users']],
  [
    'a table that grants access',
    () => new Map(parts).set('data/sessions.jsonl', json({ id: 1 })),
    /holds data\/sessions\.jsonl, which is no table/,
  ],
  ['a program', () => new Map(parts).set('run.sh', Buffer.from('rm')), /name that is not allowed: run\.sh/],
  [
    'fewer rows than promised',
    () => rewritten('data/articles.jsonl', (all) => all.slice(1)),
    /data\/articles\.jsonl has \d+ rows; the archive's list says \d+/,
  ],
  ['a row that is none', () => rewritten('data/votes.jsonl', () => ['{"user_id":']), /data\/votes\.jsonl, line 1: this is not a row/],
  ['a row of rows', () => change('data/votes.jsonl', 0, { value: { $gt: 0 } }), /data\/votes\.jsonl, line 1: this is not a row/],
  [
    'a column that is none',
    () => change('data/users.jsonl', 1, { is_root: true }),
    /data\/users\.jsonl, line 2: the database does not take this row/,
  ],
  [
    'a column in disguise',
    () => change('data/users.jsonl', 1, { 'id") values (1); --': 1 }),
    /data\/users\.jsonl, line 2: this is not a row/,
  ],
  [
    'somebody who is not there',
    () => change('data/votes.jsonl', 0, { user_id: 4_000_000 }),
    /the database does not take|FOREIGN KEY|foreign key/i,
  ],
  [
    'the same row twice',
    () => rewritten('data/settings.jsonl', (all) => [...all.slice(1), all[1] ?? '']),
    /data\/settings\.jsonl, line \d+: the database does not take/,
  ],
])('an archive with %s', async (_what, make, why, alter) => {
  await zipParts(make(), broken, alter)
  await expectRefusal(why)
})

const setting = (key: string, value: string) =>
  rewritten('data/settings.jsonl', (all) => [...all.filter((line) => !line.includes(`"key":"${key}"`)), JSON.stringify({ key, value })])

test.each<[string, string, RegExp]>([
  ['name', '{', /a setting is no JSON/],
  ['name', '{"a":1}', /the setting name is not/],
  ['features', '{"articles":"yes"}', /the setting features\.articles is not/],
  ['currency', '"gold"', /the setting currency is not/],
  ['region', '"<b>"', /the setting region is not/],
  ['mostCopies', '-1', /the setting mostCopies is not/],
])('an archive whose setting %s is %s', async (key, value, why) => {
  const changed = setting(key, value)
  const rows = String(changed.get('data/settings.jsonl')).split('\n').filter(Boolean).length
  await zipParts(changed, broken, (manifest) => (manifest.counts['settings'] = rows))
  await expectRefusal(why)
})

test('no date of elsewhere is there to retire the site', async () => {
  const changed = setting('claimUntil', '"2020-01-01T00:00:00.000Z"')
  const rows = String(changed.get('data/settings.jsonl')).split('\n').filter(Boolean).length
  await zipParts(changed, broken, (manifest) => (manifest.counts['settings'] = rows))
  const { engine, folder: dataDir } = testEngine
  const copy = { tables: archiveTables, engine, site: `${NAME}_claimed`, folder: join(dataDir, 'files', 'claimed'), replace: false }
  await importArchive(broken, copy)
  const db = await engine.connect(copy.site)
  expect((await loadSettings(db)).claimUntil).toBe('')
  await db.destroy()
  await engine.drop(copy.site)
  rmSync(copy.folder, { recursive: true, force: true })
})

testAtNight('a line that would fill the memory is refused while it is read', async () => {
  const path = 'data/page_views.jsonl'
  await zipParts(new Map(parts).set(path, Buffer.alloc(70_000_000, 'a')), broken)
  await expectRefusal(/page_views\.jsonl holds a line that is too long to be a row/)
})

/** Only root may, and not everywhere. */
const mount = (type: string, options: string, place: string) =>
  spawnSync('mount', ['-t', type, '-o', options, 'none', place], { stdio: 'ignore' }).status === 0

test('a folder that cannot be moved out of the way, as one of an image’s own layers, keeps all that it holds', async ({ skip }) => {
  if (present.files.folder === undefined) return skip('Files that are rows need no folder.')
  const layers = join(folder, 'layers')
  const [below, above, work, shown] = ['below', 'above', 'work', 'shown'].map((name) => join(layers, name)) as [
    string,
    string,
    string,
    string,
  ]
  mkdirSync(layers)
  try {
    if (!mount('tmpfs', 'size=64m', layers)) return skip('This test mounts what a container has.')
    for (const one of [below, above, work, shown]) mkdirSync(one)
    mkdirSync(join(below, 'main/uploads'), { recursive: true })
    writeFileSync(join(below, 'main/uploads/mine.webp'), 'mine')
    const options = `lowerdir=${below},upperdir=${above},workdir=${work},redirect_dir=off`
    if (!mount('overlay', options, shown)) return skip('This test mounts what a container has.')
    const before = await rowsByTable(present.db)
    const over = { tables: archiveTables, engine: testEngine.engine, site: NAME, folder: join(shown, 'main'), replace: true }
    await expect(importArchive(whole, over)).rejects.toThrow(/EXDEV/)
    expect(readFileSync(join(shown, 'main/uploads/mine.webp'), 'utf8')).toBe('mine')
    expect(readdirSync(shown)).toEqual(['main'])
    expect(await rowsByTable(present.db)).toEqual(before)
  } finally {
    spawnSync('umount', [shown])
    spawnSync('umount', [layers])
  }
})

test('what was refused was not refused for nothing: whole, it is taken', async () => {
  await zipParts(parts, broken, (manifest) => expect(manifest.format).toBe(ARCHIVE_FORMAT))
  const { engine, folder: dataDir } = testEngine
  await importArchive(broken, { tables: archiveTables, engine, site: NAME, folder: place, replace: true })
  expect(await listPaths(present.files)).toEqual([UPLOADED_FILE])
  expect(existsSync(join(dataDir, 'files', `${NAME}.before`))).toBe(false)
})
