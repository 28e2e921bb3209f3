/** Tests that manipulated and invalid archives are rejected with a reason, and leave the site unchanged. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFilledSite } from '#app/sites/open-main-site.ts'
import { getFilesFolder } from '#app/sites/open-site-files.ts'
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
const validFile = join(folder, 'whole.zip')
const brokenFile = join(folder, 'broken.zip')
const SITE_NAME = `broken_${crypto.randomUUID().slice(0, 8)}`
let testEngine: Awaited<ReturnType<typeof openTestEngine>>
let existingSite: Site
/** Folder of the existing site's files, with SQLite. */
let filesFolder: string
let parts: ArchiveParts

beforeAll(async () => {
  testEngine = await openTestEngine()
  const { engine, folder: dataDir } = testEngine
  const source = await openFilledSite(engine, `${SITE_NAME}_source`, { content: 'starter', dataDir: join(folder, 'source') })
  await fillEveryTable({ db: source.db, site: source })
  await packArchive({ db: source.db, site: source }, true, validFile)
  await source.db.destroy()
  await engine.drop(`${SITE_NAME}_source`)
  parts = await readArchiveParts(validFile)
  existingSite = await openFilledSite(engine, SITE_NAME, { content: 'empty', dataDir })
  filesFolder = getFilesFolder(dataDir, SITE_NAME)
  await putFile(existingSite.files, 'uploads/own/mine.webp', 'mine')
})
afterAll(async () => {
  const { engine, remove } = testEngine
  await existingSite.db.destroy()
  await engine.drop(SITE_NAME)
  await engine.close()
  remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Expects the import to be rejected both when it would replace an existing site and when it would create a new one. */
async function expectRefusal(reason: RegExp, maxBytes?: number): Promise<void> {
  const { engine, folder: dataDir } = testEngine
  const rowsBefore = await rowsByTable(existingSite.db)
  const existingTarget = { tables: archiveTables, engine, site: SITE_NAME, folder: filesFolder, replace: true, maxBytes }
  await expect(importArchive(brokenFile, existingTarget)).rejects.toThrow(reason)
  expect(await rowsByTable(existingSite.db)).toEqual(rowsBefore)
  expect(String(await readBytes(existingSite.files, 'uploads/own/mine.webp'))).toBe('mine')
  expect(await listPaths(existingSite.files)).toEqual(['uploads/own/mine.webp'])

  const newTarget = { ...existingTarget, site: `${SITE_NAME}_new`, folder: join(dataDir, 'files', 'new'), replace: false }
  await expect(importArchive(brokenFile, newTarget)).rejects.toThrow(reason)
  expect(await engine.sizeOf(newTarget.site)).toBe(0)
  expect(existsSync(newTarget.folder)).toBe(false)
  for (const site of [SITE_NAME, newTarget.site]) expect(await engine.sizeOf(`${site}_importing`)).toBe(0)
  expect(existingSite.files.folder === undefined ? [SITE_NAME] : readdirSync(join(dataDir, 'files'))).toEqual([SITE_NAME])
}

const editBytes = (change: (text: string) => string) => Buffer.from(change(readFileSync(validFile).toString('latin1')), 'latin1')
/** Renames an entry in both ZIP headers, padded to the same length. */
const renameEntry = (to: string) => editBytes((text) => text.replaceAll(`files/${UPLOADED_FILE}`, to.padEnd(UPLOADED_FILE.length + 6, 'x')))

test.each<[string, () => Buffer, RegExp, number?]>([
  ['a text file', () => Buffer.from('Dear Rosie,\n'), /broken\.zip is not a ZIP file, or it is incomplete\./],
  ['an empty file', () => Buffer.alloc(0), /is not a ZIP file/],
  ['a truncated file', () => readFileSync(validFile).subarray(0, 20_000), /is not a ZIP file, or it is incomplete/],
  ['a path with .. segments', () => renameEntry('files/../../../../etc/cron.d/'), /invalid relative path|not allowed/],
  ['a path starting with ..', () => renameEntry('../../../../etc/'), /invalid relative path|not allowed/],
  ['an absolute path', () => renameEntry('/etc/cron.d/'), /absolute path|not allowed/],
  ['a path with backslashes', () => renameEntry('files\\..\\..\\'), /invalid|not allowed/],
  ['a path with a drive letter', () => renameEntry('C:/windows/'), /absolute path|not allowed/],
  ['a path with a . segment', () => renameEntry('files/./uploads/'), /not allowed/],
  ['an unpacked size above the limit', () => readFileSync(validFile), /is too large when decompressed/, 10_000],
  [
    'a flipped bit',
    () => {
      const bytes = readFileSync(validFile)
      const offset = bytes.indexOf('data/articles.jsonl') + 400
      bytes[offset] = (bytes[offset] ?? 0) ^ 1
      return bytes
    },
    /data\/articles\.jsonl is damaged/,
  ],
])('import rejects %s', async (_description, make, reason, maxBytes) => {
  writeFileSync(brokenFile, make())
  await expectRefusal(reason, maxBytes)
})

const toJsonLine = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`)
const readLines = (path: string) => String(parts.get(path)).split('\n').filter(Boolean)
const rewriteLines = (path: string, change: (lines: string[]) => string[]) =>
  new Map(parts).set(
    path,
    Buffer.from(
      change(readLines(path))
        .map((line) => `${line}\n`)
        .join(''),
    ),
  )
const removePart = (path: string) => {
  const remaining = new Map(parts)
  remaining.delete(path)
  return remaining
}
const changeRow = (path: string, index: number, fields: object) =>
  rewriteLines(path, (rows) =>
    rows.map((line, rowIndex) => (rowIndex === index ? JSON.stringify({ ...(JSON.parse(line) as object), ...fields }) : line)),
  )

test.each<[string, () => ArchiveParts, RegExp, ((manifest: Manifest) => unknown)?]>([
  [
    'the manifest of another program',
    () => parts,
    /not the manifest of a net-zero-site archive/,
    (m) => Object.assign(m, { format: 'wordpress' }),
  ],
  ['a manifest without files', () => parts, /not the manifest of a net-zero-site archive/, (m) => Object.assign(m, { files: undefined })],
  ['a newer format version', () => parts, /format version 2; this program reads 1/, (m) => Object.assign(m, { version: 2 })],
  ['a newer schema', () => parts, /another version \(9999_later\).*Update first/, (m) => Object.assign(m, { migration: '9999_later' })],
  ['an unknown migration', () => parts, /another version \(0001_a\)/, (m) => Object.assign(m, { migration: '0001_a' })],
  [
    'a file that is not in the manifest',
    () => parts,
    /contains data\/users\.jsonl, which is not in its manifest/,
    (m) => delete m.files['data/users.jsonl'],
  ],
  ['a missing table', () => removePart('data/votes.jsonl'), /does not contain data\/votes\.jsonl/],
  [
    'a missing uploaded file',
    () => parts,
    /does not contain files\/uploads\/b\.webp/,
    (m) => (m.files['files/uploads/b.webp'] = { bytes: 1, sha256: 'a'.repeat(64) }),
  ],
  [
    'a wrong file size in the manifest',
    () => parts,
    /content\/users\.yaml is damaged/,
    (m) => ((m.files['content/users.yaml'] as { bytes: number }).bytes += 1),
  ],
  [
    'a wrong checksum in the manifest',
    () => parts,
    /content\/users\.yaml is damaged/,
    (m) => ((m.files['content/users.yaml'] as { sha256: string }).sha256 = 'a'.repeat(64)),
  ],
  ['no users', () => removePart('data/users.jsonl'), /does not contain data\/users\.jsonl/, (m) => delete m.counts['users']],
  [
    'a table that grants access',
    () => new Map(parts).set('data/sessions.jsonl', toJsonLine({ id: 1 })),
    /contains data\/sessions\.jsonl, which is not a table/,
  ],
  ['a script', () => new Map(parts).set('run.sh', Buffer.from('rm')), /name is not allowed: run\.sh/],
  [
    'fewer rows than in the manifest',
    () => rewriteLines('data/articles.jsonl', (rows) => rows.slice(1)),
    /data\/articles\.jsonl has \d+ rows; the archive's manifest says \d+/,
  ],
  ['a row of invalid JSON', () => rewriteLines('data/votes.jsonl', () => ['{"user_id":']), /data\/votes\.jsonl, line 1: not a valid row/],
  [
    'a row with a nested object',
    () => changeRow('data/votes.jsonl', 0, { value: { $gt: 0 } }),
    /data\/votes\.jsonl, line 1: not a valid row/,
  ],
  [
    'an unknown column',
    () => changeRow('data/users.jsonl', 1, { is_root: true }),
    /data\/users\.jsonl, line 2: the database rejects this row/,
  ],
  [
    'SQL in a column name',
    () => changeRow('data/users.jsonl', 1, { 'id") values (1); --': 1 }),
    /data\/users\.jsonl, line 2: not a valid row/,
  ],
  [
    'a reference to a missing user',
    () => changeRow('data/votes.jsonl', 0, { user_id: 4_000_000 }),
    /the database rejects|FOREIGN KEY|foreign key/i,
  ],
  [
    'a duplicate row',
    () => rewriteLines('data/settings.jsonl', (rows) => [...rows.slice(1), rows[1] ?? '']),
    /data\/settings\.jsonl, line \d+: the database rejects/,
  ],
])('import rejects an archive with %s', async (_description, make, reason, alter) => {
  await zipParts(make(), brokenFile, alter)
  await expectRefusal(reason)
})

const replaceSetting = (key: string, value: string) =>
  rewriteLines('data/settings.jsonl', (rows) => [
    ...rows.filter((line) => !line.includes(`"key":"${key}"`)),
    JSON.stringify({ key, value }),
  ])

test.each<[string, string, RegExp]>([
  ['name', '{', /a setting is not valid JSON/],
  ['name', '{"a":1}', /the setting name is invalid/],
  ['features', '{"articles":"yes"}', /the setting features\.articles is invalid/],
  ['currency', '"gold"', /the setting currency is invalid/],
  ['region', '"<b>"', /the setting region is invalid/],
  ['mostCopies', '-1', /the setting mostCopies is invalid/],
])('import rejects an archive whose setting %s is %s', async (key, value, reason) => {
  const changedParts = replaceSetting(key, value)
  const rowCount = String(changedParts.get('data/settings.jsonl')).split('\n').filter(Boolean).length
  await zipParts(changedParts, brokenFile, (manifest) => (manifest.counts['settings'] = rowCount))
  await expectRefusal(reason)
})

test('import clears claimUntil', async () => {
  const changedParts = replaceSetting('claimUntil', '"2020-01-01T00:00:00.000Z"')
  const rowCount = String(changedParts.get('data/settings.jsonl')).split('\n').filter(Boolean).length
  await zipParts(changedParts, brokenFile, (manifest) => (manifest.counts['settings'] = rowCount))
  const { engine, folder: dataDir } = testEngine
  const target = { tables: archiveTables, engine, site: `${SITE_NAME}_claimed`, folder: join(dataDir, 'files', 'claimed'), replace: false }
  await importArchive(brokenFile, target)
  const db = await engine.connect(target.site)
  expect((await loadSettings(db)).claimUntil).toBe('')
  await db.destroy()
  await engine.drop(target.site)
  rmSync(target.folder, { recursive: true, force: true })
})

testAtNight('import rejects an archive with a line above the limit while reading it', async () => {
  const path = 'data/page_views.jsonl'
  await zipParts(new Map(parts).set(path, Buffer.alloc(70_000_000, 'a')), brokenFile)
  await expectRefusal(/page_views\.jsonl contains a line that is too long for a row/)
})

/** Mounts a file system. Returns false if that is not permitted, as it needs root. */
const mount = (type: string, options: string, place: string) =>
  spawnSync('mount', ['-t', type, '-o', options, 'none', place], { stdio: 'ignore' }).status === 0

test('import leaves a files folder unchanged if it cannot be renamed (EXDEV, as in a lower layer of a container image)', async ({
  skip,
}) => {
  if (existingSite.files.folder === undefined) return skip('Files that are rows need no folder.')
  const layers = join(folder, 'layers')
  const [below, above, work, merged] = ['below', 'above', 'work', 'shown'].map((name) => join(layers, name)) as [
    string,
    string,
    string,
    string,
  ]
  mkdirSync(layers)
  try {
    if (!mount('tmpfs', 'size=64m', layers)) return skip('This test mounts what a container has.')
    for (const layerFolder of [below, above, work, merged]) mkdirSync(layerFolder)
    mkdirSync(join(below, 'main/uploads'), { recursive: true })
    writeFileSync(join(below, 'main/uploads/mine.webp'), 'mine')
    const options = `lowerdir=${below},upperdir=${above},workdir=${work},redirect_dir=off`
    if (!mount('overlay', options, merged)) return skip('This test mounts what a container has.')
    const rowsBefore = await rowsByTable(existingSite.db)
    const target = { tables: archiveTables, engine: testEngine.engine, site: SITE_NAME, folder: join(merged, 'main'), replace: true }
    await expect(importArchive(validFile, target)).rejects.toThrow(/EXDEV/)
    expect(readFileSync(join(merged, 'main/uploads/mine.webp'), 'utf8')).toBe('mine')
    expect(readdirSync(merged)).toEqual(['main'])
    expect(await rowsByTable(existingSite.db)).toEqual(rowsBefore)
  } finally {
    spawnSync('umount', [merged])
    spawnSync('umount', [layers])
  }
})

test('import accepts the unmodified archive', async () => {
  await zipParts(parts, brokenFile, (manifest) => expect(manifest.format).toBe(ARCHIVE_FORMAT))
  const { engine, folder: dataDir } = testEngine
  await importArchive(brokenFile, { tables: archiveTables, engine, site: SITE_NAME, folder: filesFolder, replace: true })
  expect(await listPaths(existingSite.files)).toEqual([UPLOADED_FILE])
  expect(existsSync(join(dataDir, 'files', `${SITE_NAME}.before`))).toBe(false)
})
