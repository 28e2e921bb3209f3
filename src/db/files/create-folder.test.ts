import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFolder } from './create-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'create-folder-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('createFolder creates a folder with its parents and accepts an existing one', () => {
  const below = join(folder, 'a/b/c')
  createFolder(below)
  createFolder(below)
  expect(statSync(below).isDirectory()).toBe(true)
})

test('createFolder throws EEXIST or ENOTDIR if the path is a file or below a file', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => createFolder(join(folder, 'file'))).toThrow(expect.objectContaining({ code: 'EEXIST' }))
  expect(() => createFolder(join(folder, 'file/below'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }))
})

test('createFolder throws ENOENT if the file system refuses the folder', () => {
  expect(() => createFolder('/proc/net-zero/below')).toThrow(expect.objectContaining({ code: 'ENOENT' }))
})
