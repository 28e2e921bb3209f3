/** What the home page makes a browser fetch first. The pages must be built. */
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

const MAX_KB = 140
const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Record<string, { file: string; imports?: string[] }>

function chunksOf(...entries: string[]): string[] {
  const seen = new Set<string>()
  const add = (key: string) => {
    if (seen.has(key) || !manifest[key]) return
    seen.add(key)
    manifest[key].imports?.forEach(add)
  }
  entries.forEach(add)
  return [...seen].map((key) => `dist/client/${manifest[key]?.file}`)
}
const home = () =>
  chunksOf('src/app/entry-client.tsx', 'src/site/home/home.page.tsx', 'src/site/home/home.loader.ts').map((file) => readFileSync(file))

test('neither the checks of forms nor the back-office are in it', () => {
  const text = Buffer.concat(home()).toString()
  expect(text).toContain('Admin Login')
  for (const trace of ['invalid_type', 'Are you sure you want to delete', 'cm-content', 'otpauth'])
    expect([trace, text.includes(trace)]).toEqual([trace, false])
})

test('it stays within its bytes', () => {
  const bytes = home().reduce((sum, file) => sum + brotliCompressSync(file).length, 0)
  expect(bytes / 1024).toBeLessThan(MAX_KB)
})
