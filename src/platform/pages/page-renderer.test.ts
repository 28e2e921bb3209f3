import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBuiltPages, createDevPages } from './page-renderer.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'built-pages-'))
  mkdirSync(join(root, 'dist/client/.vite'), { recursive: true })
  mkdirSync(join(root, 'dist/server'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))
const build = (manifest: object) => writeFileSync(join(root, 'dist/client/.vite/manifest.json'), JSON.stringify(manifest))

test('createBuiltPages reads assets from the manifest, with the fonts of every page only', async () => {
  const manifest = {
    'src/app/pages/entry-client.tsx': {
      file: 'assets/entry-1.js',
      css: ['assets/a.css', 'assets/b.css'],
      assets: ['assets/sans-cut-1.woff2', 'assets/sans-rare-1.woff2', 'assets/x-cut-1.woff', 'assets-cut-/y.woff2'],
    },
    'src/admin/a.tsx': { file: 'assets/a.js', assets: ['assets/other-cut-1.woff2'] },
  }
  build(manifest)
  writeFileSync(join(root, 'dist/server/entry-server.js'), 'export const acceptedParameters = () => ["page"]')
  const pages = createBuiltPages(root)
  expect(pages.isCached).toBe(true)
  expect(pages.assets()).toEqual({
    manifest,
    js: ['/assets/entry-1.js'],
    css: ['/assets/a.css', '/assets/b.css'],
    fonts: ['/assets/sans-cut-1.woff2'],
  })
  expect((await pages.load()).acceptedParameters('/')).toEqual(['page'])
  expect(pages.load()).toBe(pages.load())
})

test('createBuiltPages accepts an entry without styles and fonts', () => {
  build({ 'src/app/pages/entry-client.tsx': { file: 'entry.js' } })
  expect(createBuiltPages(root).assets()).toMatchObject({ js: ['/entry.js'], css: [], fonts: [] })
})

test('createBuiltPages throws if the pages are not built', () => {
  build({ 'src/app/other.tsx': { file: 'other.js' } })
  expect(() => createBuiltPages(root)).toThrow('The pages are not built. Run npm run build.')
})

test('createDevPages loads the bundle each time and disables caching', async () => {
  const loaded: string[] = []
  const pages = createDevPages(async (path) => void loaded.push(path))
  await pages.load()
  await pages.load()
  expect(pages.isCached).toBe(false)
  expect(loaded).toEqual(['/src/app/pages/entry-server.tsx', '/src/app/pages/entry-server.tsx'])
  expect(pages.assets()).toEqual({ manifest: {}, js: ['/@dev-entry.js'], css: ['/src/ui/styles/styles.css'], fonts: [] })
})
