import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listCurrentBuild, publishBuild } from './publish-build.ts'
import { hashSources, readBuiltHash, writeBuiltHash } from './source-hash.ts'

const DAY_MS = 86_400_000
let root: string
let dist: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'publish-build-'))
  dist = join(root, 'dist')
})
afterEach(() => rmSync(root, { recursive: true }))

const writeSource = (path: string, content = '') => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}
async function publish(files: Record<string, string>, now?: number): Promise<void> {
  for (const [file, content] of Object.entries(files)) writeSource(`dist/.next-1/${file}`, content)
  await publishBuild(join(dist, '.next-1'), dist, now)
}
const readPublished = (file: string) => readFileSync(join(dist, file), 'utf8')
const isPublished = (file: string) => existsSync(join(dist, file))

describe('a published build', () => {
  const FIRST = { 'client/assets/a-1234567.js': 'a', 'client/.vite/manifest.json': '1', 'server/main.js': '1', 'server/x-12345678.js': 'x' }
  const SECOND = { 'client/assets/b-1234567.js': 'b', 'client/.vite/manifest.json': '2', 'server/main.js': '2' }

  test('replaces the previous files and retains superseded ones for a day', async () => {
    const start = Date.parse('2026-05-04T09:00:00.000Z')
    await publish(FIRST, start)
    await publish(SECOND, start + 1000)
    expect(readPublished('server/main.js')).toBe('2')
    expect(readPublished('client/.vite/manifest.json')).toBe('2')
    expect(readPublished('client/assets/a-1234567.js')).toBe('a')
    expect(readPublished('server/x-12345678.js')).toBe('x')
    expect((await listCurrentBuild(dist)).toSorted()).toEqual(Object.keys(SECOND).toSorted())
    expect(isPublished('.next-1')).toBe(false)
    await publish(SECOND, start + DAY_MS + 1000)
    expect(isPublished('client/assets/a-1234567.js')).toBe(true)
    await publish(SECOND, start + DAY_MS + 1001)
    expect(['client/assets/a-1234567.js', 'server/x-12345678.js'].filter(isPublished)).toEqual([])
    expect(isPublished('client/assets/b-1234567.js')).toBe(true)
  })

  test('retains a file that was superseded and is part of the build again', async () => {
    const start = Date.parse('2026-05-04T09:00:00.000Z')
    await publish(FIRST, start)
    await publish(SECOND, start)
    await publish(FIRST, start + 2 * DAY_MS)
    expect((await listCurrentBuild(dist)).toSorted()).toEqual(Object.keys(FIRST).toSorted())
    await publish(FIRST, start + 4 * DAY_MS)
    expect(isPublished('client/assets/a-1234567.js')).toBe(true)
  })

  test('does not touch the staging folder of another build', async () => {
    writeSource('dist/.next-2/client/half.js')
    await publish(FIRST, 0)
    await publish(FIRST, 5 * DAY_MS)
    expect(isPublished('.next-2/client/half.js')).toBe(true)
  })
})

describe('the hash of the sources', () => {
  beforeEach(() => {
    writeSource('src/app/main.ts', 'one')
    writeSource('public/start.js', 'start')
    writeSource('vite.config.ts')
    writeSource('package-lock.json')
  })

  test('changes with the content of a file and ignores modification times', () => {
    const originalHash = hashSources(root)
    utimesSync(join(root, 'src/app/main.ts'), 0, 0)
    expect(hashSources(root)).toBe(originalHash)
    writeSource('src/app/main.ts', 'two')
    utimesSync(join(root, 'src/app/main.ts'), 0, 0)
    expect(hashSources(root)).not.toBe(originalHash)
  })

  test('changes when a file is added, removed or renamed, and ignores tests', () => {
    const originalHash = hashSources(root)
    writeSource('src/app/main.test.ts', 'test')
    expect(hashSources(root)).toBe(originalHash)
    writeSource('src/app/other.css', 'one')
    const hashWithAddedFile = hashSources(root)
    rmSync(join(root, 'src/app/other.css'))
    writeSource('src/app/renamed.css', 'one')
    expect(new Set([originalHash, hashWithAddedFile, hashSources(root)]).size).toBe(3)
  })

  test('readBuiltHash returns undefined before a build, and the stored hash after it', () => {
    mkdirSync(dist)
    expect(readBuiltHash(dist)).toBeUndefined()
    writeBuiltHash(dist, hashSources(root))
    expect(readBuiltHash(dist)).toBe(hashSources(root))
  })
})
