import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import { listPaths, putFile } from '#tests/support/site-files.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { getFilesFolder, openSiteFiles } from './open-site-files.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'open-site-files-'))
let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(async () => {
  await site.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('openSiteFiles moves pictures from the data folder into PostgreSQL once and logs their number', async () => {
  const { db } = site.ctx
  const folder = getFilesFolder(dataDir, 'main')
  const names = ['a', 'b'].map((letter) => `uploads/${letter.repeat(24)}-10x10/10.webp`)
  for (const name of names) await putFile(createFolderFiles(folder), name, 'picture')
  const loggedLines: unknown[] = []
  const log = { info: (...line: unknown[]) => void loggedLines.push(line), warn() {}, error() {} }
  const files = await openSiteFiles('postgres', db, dataDir, 'main', log)
  expect(loggedLines).toEqual([[{ site: 'main', count: 2, from: folder }, 'pictures moved into the database']])
  expect(await listPaths(files)).toEqual(expect.arrayContaining(names))
  expect(existsSync(folder)).toBe(false)
  await openSiteFiles('postgres', db, dataDir, 'main', log)
  expect(loggedLines).toHaveLength(1)
})
