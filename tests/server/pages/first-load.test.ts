/** What the home page makes a browser load first. Needs the built pages. */
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createBuiltPages } from '#platform/pages/page-renderer.ts'

/** Budget of the home page, brotli-compressed. */
const MAX_SCRIPT_KB = 130
const MAX_STYLE_KB = 12
const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Record<
  string,
  { file: string; css?: string[]; imports?: string[] }
>

function chunksOf(...entries: string[]) {
  const seen = new Set<string>()
  const add = (key: string) => {
    if (seen.has(key) || !manifest[key]) return
    seen.add(key)
    manifest[key].imports?.forEach(add)
  }
  entries.forEach(add)
  return [...seen].flatMap((key) => manifest[key] ?? [])
}
const chunks = () => chunksOf('src/app/pages/entry-client.tsx', 'src/site/home/home.page.tsx')
const read = (files: string[]) => [...new Set(files)].map((file) => readFileSync(`dist/client/${file}`))
const scripts = () => read(['start.js', ...chunks().map(({ file }) => file)])
const sheets = () => read(chunks().flatMap(({ css = [] }) => css))
const kilobytes = (files: Buffer[]) => files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0) / 1024

test('the first load contains neither form validation nor the back-office nor message code', () => {
  const text = Buffer.concat(scripts()).toString()
  expect(text).toContain('Admin Login')
  for (const trace of ['invalid_type', 'Are you sure you want to delete', 'cm-content', 'otpauth', 'frame.page-', 'toast.viewportPause'])
    expect(text.includes(trace), trace).toBe(false)
})

test('the first load stays within its byte budget', () => {
  expect(kilobytes(scripts())).toBeLessThan(MAX_SCRIPT_KB)
  expect(kilobytes(sheets())).toBeLessThan(MAX_STYLE_KB)
})

test('styles of other pages are not in the first load', () => {
  const text = Buffer.concat(sheets()).toString()
  expect(text).toContain('_avatar')
  for (const trace of ['.prose blockquote', '_pager', '_crumbs', '_dialog', '_combobox']) expect(text.includes(trace), trace).toBe(false)
})

test('the two font subsets are preloaded', () => {
  expect(createBuiltPages('.').assets().fonts).toEqual([expect.stringContaining('-cut-'), expect.stringContaining('-cut-')])
})
