import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFolder } from './create-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'create-folder-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('creates a folder with its parents, and accepts one that exists', () => {
  const below = join(folder, 'a/b/c')
  createFolder(below)
  createFolder(below)
  expect(statSync(below).isDirectory()).toBe(true)
})

test('fails with EEXIST where a file is in the place of the folder', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => createFolder(join(folder, 'file'))).toThrow(expect.objectContaining({ code: 'EEXIST' }))
  expect(() => createFolder(join(folder, 'file/below'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }))
})

test('fails with ENOENT where the file system refuses the folder', () => {
  expect(() => createFolder('/proc/net-zero/below')).toThrow(expect.objectContaining({ code: 'ENOENT' }))
})
