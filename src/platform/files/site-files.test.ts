/** A site's files are the same to whoever uses them, in a folder and in the database. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHUNK_BYTES } from '#db/files/stored-files.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { listPaths, makeOlder, putFile, readBytes } from '#tests/support/site-files.ts'
import { createDatabaseFiles, filePlaceOf } from './database-files.ts'
import { createFolderFiles } from './folder-files.ts'
import type { SiteFiles } from './site-files.ts'

let opened: TestSites
let folder: string
beforeAll(async () => {
  opened = await openTestSites({ content: 'empty', count: 2 })
})
afterAll(() => opened.close())
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'site-files-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const MINUTE = 60_000
const LARGE = Buffer.alloc(2 * CHUNK_BYTES + 5, 'abc')

describe.each<[where: string, open: () => SiteFiles]>([
  ['a folder', () => createFolderFiles(folder)],
  // A name of its own each time: what is in memory is kept by it.
  ['the database', () => createDatabaseFiles(opened.main.db, crypto.randomUUID())],
])('in %s', (where, open) => {
  let files: SiteFiles
  beforeEach(async () => {
    await opened.main.db.deleteFrom('files').execute()
    files = open()
  })
  const textOf = async (path: string) => (await readBytes(files, path))?.toString()

  test('a file is there with its length, and can be read as often as one likes', async () => {
    expect(files.folder).toBe(where === 'a folder' ? folder : undefined)
    await files.addFolder('uploads/a', async (add) => {
      await add('small', Buffer.from('Grüße'))
      await add('empty', Buffer.alloc(0))
      await add('large', LARGE)
    })
    for (const path of ['uploads/a/small', 'uploads/a/small', 'uploads/a/large', 'uploads/a/empty']) {
      const file = await files.find(path)
      const bytes = file && (await buffer(file.read()))
      expect([path, file?.bytes]).toEqual([path, bytes?.length])
    }
    expect(await textOf('uploads/a/small')).toBe('Grüße')
    expect((await readBytes(files, 'uploads/a/large'))?.equals(LARGE)).toBe(true)
    expect([await files.find('uploads/a/other'), await files.find('uploads/b/small')]).toEqual([undefined, undefined])
  })

  test('a folder is made once and whole', async () => {
    expect(await files.hasFolder('uploads/a')).toBe(false)
    await putFile(files, 'uploads/a/one', 'first')
    expect([await files.hasFolder('uploads/a'), await files.hasFolder('uploads/b')]).toEqual([true, false])
    let isAsked = false
    await files.addFolder('uploads/a', async (add) => {
      isAsked = true
      await add('two', Buffer.from('second'))
    })
    expect([isAsked, await listPaths(files)]).toEqual([false, ['uploads/a/one']])
  })

  test('of what fails while it is made, nothing stays', async () => {
    const failing = files.addFolder('uploads/a', async (add) => {
      await add('one', Buffer.from('x'))
      throw new Error('broken')
    })
    await expect(failing).rejects.toThrow('broken')
    expect([await files.hasFolder('uploads/a'), await listPaths(files, '.'), await listPaths(files)]).toEqual([false, [], []])
    expect(where === 'a folder' ? readdirSync(join(folder, 'uploads-unfinished')) : []).toEqual([])
    await putFile(files, 'uploads/a/one', 'again')
    expect(await textOf('uploads/a/one')).toBe('again')
  })

  test('two that make one folder at once both succeed', async () => {
    await Promise.all(['first', 'second'].map((text) => putFile(files, 'uploads/a/one', text)))
    expect(['first', 'second']).toContain(await textOf('uploads/a/one'))
    expect(await listPaths(files)).toEqual(['uploads/a/one'])
  })

  test('many that replace the same file at once all come through, and one is left', async () => {
    const replaceOften = async () => {
      for (let n = 0; n < 10; n += 1) await files.replaceFile('share', 'card-1.png', Buffer.from('1'), 'card-')
    }
    await Promise.all(Array.from({ length: 8 }, replaceOften))
    expect([await listPaths(files, 'share'), await textOf('share/card-1.png')]).toEqual([['share/card-1.png'], '1'])
  })

  test('a file takes the place of those whose names begin so, and of no other', async () => {
    await files.replaceFile('share', 'card-1.png', Buffer.from('1'), 'card-')
    await files.replaceFile('share', 'logo-1.png', Buffer.from('logo'), 'logo-')
    expect(await textOf('share/card-1.png')).toBe('1')
    await files.replaceFile('share', 'card-2.png', Buffer.from('2'), 'card-')
    expect([await listPaths(files, 'share'), await textOf('share/card-1.png'), await textOf('share/card-2.png')]).toEqual([
      ['share/card-2.png', 'share/logo-1.png'],
      undefined,
      '2',
    ])
  })

  test('they are listed with their sizes, below the folder that is asked for', async () => {
    await putFile(files, 'uploads/a/one', 'x')
    await putFile(files, 'uploads/b/two', 'yyy')
    await putFile(files, 'other/c/three', 'z')
    const listed: string[] = []
    for await (const { path, bytes } of files.list('uploads')) listed.push(`${path} ${bytes}`)
    expect(listed.toSorted()).toEqual(['uploads/a/one 1', 'uploads/b/two 3'])
    expect(await listPaths(files, 'nowhere')).toEqual([])
  })

  test('folders are told with when they were made', async () => {
    await putFile(files, 'uploads/a/one', 'x')
    await putFile(files, 'uploads/b/two', 'y')
    const madeAt = new Date('2026-01-02T03:04:05.000Z')
    await makeOlder({ db: opened.main.db, files }, 'uploads/a', madeAt)
    const folders = await files.listFolders('uploads')
    expect(folders.map(({ name }) => name).toSorted()).toEqual(['a', 'b'])
    expect(folders.find(({ name }) => name === 'a')?.madeAt).toBe(madeAt.getTime())
    expect(folders.find(({ name }) => name === 'b')?.madeAt).toBeGreaterThan(Date.now() - MINUTE)
    expect(await files.listFolders('nowhere')).toEqual([])
  })

  test('a folder goes with all that is in it, and no other', async () => {
    await putFile(files, 'uploads/a/one', 'x')
    await putFile(files, 'uploads/ab/two', 'y')
    expect([await textOf('uploads/a/one'), await textOf('uploads/ab/two')]).toEqual(['x', 'y'])
    await files.removeFolder('uploads/a')
    await files.removeFolder('uploads/nowhere')
    expect([await textOf('uploads/a/one'), await files.hasFolder('uploads/a'), await textOf('uploads/ab/two')]).toEqual([
      undefined,
      false,
      'y',
    ])
  })

  test('what is older than a time goes', async () => {
    await files.replaceFile('share', 'old', Buffer.from('x'), 'old')
    await files.replaceFile('share', 'new', Buffer.from('y'), 'new')
    const made = Date.parse('2026-01-02T03:04:05.000Z')
    if (files.folder === undefined) {
      await opened.main.db
        .updateTable('files')
        .set({ created_at: new Date(made).toISOString() })
        .where('name', '=', 'old')
        .execute()
    } else utimesSync(join(folder, 'share/old'), made / 1000, made / 1000)
    await files.removeFilesBefore('share', made)
    expect(await listPaths(files, 'share')).toEqual(['share/new', 'share/old'])
    await files.removeFilesBefore('share', made + 1)
    expect([await listPaths(files, 'share'), await textOf('share/old')]).toEqual([['share/new'], undefined])
    await files.removeFilesBefore('nowhere', Date.now())
  })
})

test('what a process left unfinished goes after an hour, also when the next folder is made', async () => {
  const files = createFolderFiles(folder)
  const unfinished = join(folder, 'uploads-unfinished')
  const leave = (name: string, ageMs: number) => {
    mkdirSync(join(unfinished, name), { recursive: true })
    writeFileSync(join(unfinished, name, 'half'), 'x')
    const at = (Date.now() - ageMs) / 1000
    utimesSync(join(unfinished, name), at, at)
  }
  await files.removeUnfinished()
  leave('old', 61 * MINUTE)
  leave('young', 58 * MINUTE)
  await files.removeUnfinished()
  expect(readdirSync(unfinished)).toEqual(['young'])
  leave('old', 61 * MINUTE)
  await putFile(files, 'uploads/a/one', 'x')
  expect(readdirSync(unfinished)).toEqual(['young'])
})

test('sites in one database have each their own, also in memory', async () => {
  const [first, second] = opened.sites.map(({ db }, at) => createDatabaseFiles(db, `site ${at}`))
  if (!first || !second) throw new Error('There are two.')
  await putFile(first, 'own/a/one', 'first')
  expect([(await readBytes(first, 'own/a/one'))?.toString(), await readBytes(second, 'own/a/one')]).toEqual(['first', undefined])
  await putFile(second, 'own/a/one', 'second')
  expect((await readBytes(second, 'own/a/one'))?.toString()).toBe('second')
  await second.removeFolder('own/a')
  expect([(await readBytes(first, 'own/a/one'))?.toString(), await readBytes(second, 'own/a/one')]).toEqual(['first', undefined])
})

test.each([
  ['uploads/3f9a/400.webp', 'uploads/3f9a', '400.webp'],
  ['share/card.png', 'share', 'card.png'],
])('%s is a name in a folder', (path, of, name) => {
  expect(filePlaceOf(path)).toEqual({ folder: of, name })
})
