/** Tests the contract of `SiteFiles` with both implementations. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHUNK_BYTES } from '#db/files/stored-files.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { listPaths, makeOlder, putFile, readBytes } from '#tests/support/site-files.ts'
import { createDatabaseFiles, splitFilePath } from './database-files.ts'
import { createFolderFiles } from './folder-files.ts'
import type { SiteFiles } from './site-files.ts'

let testSites: TestSites
let folder: string
beforeAll(async () => {
  testSites = await openTestSites({ content: 'empty', count: 2 })
})
afterAll(() => testSites.close())
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'site-files-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const MINUTE_MS = 60_000
const LARGE_CONTENT = Buffer.alloc(2 * CHUNK_BYTES + 5, 'abc')

describe.each<[where: string, open: () => SiteFiles]>([
  ['a folder', () => createFolderFiles(folder)],
  // Each test has a new site id, because all tests share the cache of small files.
  ['the database', () => createDatabaseFiles(testSites.main.db, crypto.randomUUID())],
])('SiteFiles in %s', (where, openFiles) => {
  let files: SiteFiles
  beforeEach(async () => {
    await testSites.main.db.deleteFrom('files').execute()
    files = openFiles()
  })
  const readText = async (path: string) => (await readBytes(files, path))?.toString()

  test('find returns length and content, also of a file that was read before, and undefined for a missing file', async () => {
    expect(files.folder).toBe(where === 'a folder' ? folder : undefined)
    await files.addFolder('uploads/a', async (add) => {
      await add('small', Buffer.from('Grüße'))
      await add('empty', Buffer.alloc(0))
      await add('large', LARGE_CONTENT)
    })
    for (const path of ['uploads/a/small', 'uploads/a/small', 'uploads/a/large', 'uploads/a/empty']) {
      const file = await files.find(path)
      const bytes = file && (await buffer(file.read()))
      expect(file?.bytes, path).toBe(bytes?.length)
    }
    expect(await readText('uploads/a/small')).toBe('Grüße')
    expect((await readBytes(files, 'uploads/a/large'))?.equals(LARGE_CONTENT)).toBe(true)
    expect(await files.find('uploads/a/other')).toBeUndefined()
    expect(await files.find('uploads/b/small')).toBeUndefined()
  })

  test('addFolder does not change an existing folder', async () => {
    expect(await files.hasFolder('uploads/a')).toBe(false)
    await putFile(files, 'uploads/a/one', 'first')
    expect(await files.hasFolder('uploads/a')).toBe(true)
    expect(await files.hasFolder('uploads/b')).toBe(false)
    let isCalled = false
    await files.addFolder('uploads/a', async (add) => {
      isCalled = true
      await add('two', Buffer.from('second'))
    })
    expect(isCalled).toBe(false)
    expect(await listPaths(files)).toEqual(['uploads/a/one'])
  })

  test('addFolder leaves no files and no folder behind after a failure', async () => {
    const failing = files.addFolder('uploads/a', async (add) => {
      await add('one', Buffer.from('x'))
      throw new Error('broken')
    })
    await expect(failing).rejects.toThrow('broken')
    expect(await files.hasFolder('uploads/a')).toBe(false)
    expect(await listPaths(files, '.')).toEqual([])
    expect(await listPaths(files)).toEqual([])
    expect(where === 'a folder' ? readdirSync(join(folder, 'uploads-unfinished')) : []).toEqual([])
    await putFile(files, 'uploads/a/one', 'again')
    expect(await readText('uploads/a/one')).toBe('again')
  })

  test('concurrent addFolder calls for one folder both succeed', async () => {
    await Promise.all(['first', 'second'].map((text) => putFile(files, 'uploads/a/one', text)))
    expect(['first', 'second']).toContain(await readText('uploads/a/one'))
    expect(await listPaths(files)).toEqual(['uploads/a/one'])
  })

  test('concurrent replaceFile calls for one file all succeed and leave one file', async () => {
    const replaceOften = async () => {
      for (let n = 0; n < 10; n += 1) await files.replaceFile('share', 'card-1.png', Buffer.from('1'), 'card-')
    }
    await Promise.all(Array.from({ length: 8 }, replaceOften))
    expect(await listPaths(files, 'share')).toEqual(['share/card-1.png'])
    expect(await readText('share/card-1.png')).toBe('1')
  })

  test('replaceFile deletes only the other files whose names begin with the prefix', async () => {
    await files.replaceFile('share', 'card-1.png', Buffer.from('1'), 'card-')
    await files.replaceFile('share', 'logo-1.png', Buffer.from('logo'), 'logo-')
    expect(await readText('share/card-1.png')).toBe('1')
    await files.replaceFile('share', 'card-2.png', Buffer.from('2'), 'card-')
    expect(await listPaths(files, 'share')).toEqual(['share/card-2.png', 'share/logo-1.png'])
    expect(await readText('share/card-1.png')).toBeUndefined()
    expect(await readText('share/card-2.png')).toBe('2')
  })

  test('list returns paths and sizes of the files below a folder', async () => {
    await putFile(files, 'uploads/a/one', 'x')
    await putFile(files, 'uploads/b/two', 'yyy')
    await putFile(files, 'other/c/three', 'z')
    const listed: string[] = []
    for await (const { path, bytes } of files.list('uploads')) listed.push(`${path} ${bytes}`)
    expect(listed.toSorted()).toEqual(['uploads/a/one 1', 'uploads/b/two 3'])
    expect(await listPaths(files, 'nowhere')).toEqual([])
  })

  test('listFolders returns names and creation times', async () => {
    await putFile(files, 'uploads/a/one', 'x')
    await putFile(files, 'uploads/b/two', 'y')
    const createdAt = new Date('2026-01-02T03:04:05.000Z')
    await makeOlder({ db: testSites.main.db, files }, 'uploads/a', createdAt)
    const folders = await files.listFolders('uploads')
    expect(folders.map(({ name }) => name).toSorted()).toEqual(['a', 'b'])
    expect(folders.find(({ name }) => name === 'a')?.createdAtMs).toBe(createdAt.getTime())
    expect(folders.find(({ name }) => name === 'b')?.createdAtMs).toBeGreaterThan(Date.now() - MINUTE_MS)
    expect(await files.listFolders('nowhere')).toEqual([])
  })

  test('removeFolder deletes the folder with its files and no other', async () => {
    await putFile(files, 'uploads/a/one', 'x')
    await putFile(files, 'uploads/ab/two', 'y')
    expect(await readText('uploads/a/one')).toBe('x')
    expect(await readText('uploads/ab/two')).toBe('y')
    await files.removeFolder('uploads/a')
    await files.removeFolder('uploads/nowhere')
    expect(await readText('uploads/a/one')).toBeUndefined()
    expect(await files.hasFolder('uploads/a')).toBe(false)
    expect(await readText('uploads/ab/two')).toBe('y')
  })

  test('removeFilesBefore deletes only files that are older than the time', async () => {
    await files.replaceFile('share', 'old', Buffer.from('x'), 'old')
    await files.replaceFile('share', 'new', Buffer.from('y'), 'new')
    const createdAt = Date.parse('2026-01-02T03:04:05.000Z')
    if (files.folder === undefined) {
      await testSites.main.db
        .updateTable('files')
        .set({ created_at: new Date(createdAt).toISOString() })
        .where('name', '=', 'old')
        .execute()
    } else utimesSync(join(folder, 'share/old'), createdAt / 1000, createdAt / 1000)
    await files.removeFilesBefore('share', createdAt)
    expect(await listPaths(files, 'share')).toEqual(['share/new', 'share/old'])
    await files.removeFilesBefore('share', createdAt + 1)
    expect(await listPaths(files, 'share')).toEqual(['share/new'])
    expect(await readText('share/old')).toBeUndefined()
    await files.removeFilesBefore('nowhere', Date.now())
  })
})

test('removeUnfinished and addFolder remove unfinished folders that are older than an hour', async () => {
  const files = createFolderFiles(folder)
  const unfinished = join(folder, 'uploads-unfinished')
  const leaveUnfinishedFolder = (name: string, ageMs: number) => {
    mkdirSync(join(unfinished, name), { recursive: true })
    writeFileSync(join(unfinished, name, 'half'), 'x')
    const modifiedSeconds = (Date.now() - ageMs) / 1000
    utimesSync(join(unfinished, name), modifiedSeconds, modifiedSeconds)
  }
  await files.removeUnfinished()
  leaveUnfinishedFolder('old', 61 * MINUTE_MS)
  leaveUnfinishedFolder('recent', 58 * MINUTE_MS)
  await files.removeUnfinished()
  expect(readdirSync(unfinished)).toEqual(['recent'])
  leaveUnfinishedFolder('old', 61 * MINUTE_MS)
  await putFile(files, 'uploads/a/one', 'x')
  expect(readdirSync(unfinished)).toEqual(['recent'])
})

test('sites in one database server do not share files, not even in the cache', async () => {
  const [first, second] = testSites.sites.map(({ db }, index) => createDatabaseFiles(db, `site ${index}`))
  if (!first || !second) throw new Error('There are two.')
  await putFile(first, 'own/a/one', 'first')
  expect((await readBytes(first, 'own/a/one'))?.toString()).toBe('first')
  expect(await readBytes(second, 'own/a/one')).toBeUndefined()
  await putFile(second, 'own/a/one', 'second')
  expect((await readBytes(second, 'own/a/one'))?.toString()).toBe('second')
  await second.removeFolder('own/a')
  expect((await readBytes(first, 'own/a/one'))?.toString()).toBe('first')
  expect(await readBytes(second, 'own/a/one')).toBeUndefined()
})

test.each([
  ['uploads/3f9a/400.webp', 'uploads/3f9a', '400.webp'],
  ['share/card.png', 'share', 'card.png'],
])('splitFilePath splits %s into folder and name', (path, of, name) => {
  expect(splitFilePath(path)).toEqual({ folder: of, name })
})
