/** What the home page makes a browser fetch, compressed. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { formatLine } from './statistics.ts'

const client = join(import.meta.dirname, '../dist/client')
const KB = 1024

export async function benchSizes(): Promise<void> {
  const server = await startServer()
  try {
    for (const path of ['/', '/articles', '/products', '/forum']) {
      const html = await (await fetch(server.url + path)).text()
      const scripts = [...html.matchAll(/"(\/[^"]+\.js)"/g)].map((match) => match[1] ?? '')
      const sheets = [...html.matchAll(/<link[^>]+href="(\/[^"]+\.css)"/g)].map((match) => match[1] ?? '')
      const fonts = [...html.matchAll(/href="(\/[^"]+\.woff2)"/g)].map((match) => match[1] ?? '')
      const limit = (kb: number) => (path === '/' ? `at most ${kb}` : '')
      formatLine(`${path} JavaScript, KB in brotli`, kilobytes(sum(scripts, brotliOf)), limit(110))
      formatLine(`${path} CSS, KB in brotli`, kilobytes(sum(sheets, brotliOf)), limit(30))
      if (path === '/') formatLine('fonts, KB', kilobytes(sum(fonts, (file) => statSync(join(client, file)).size)))
      formatLine(`${path} HTML, KB in brotli`, kilobytes(brotliCompressSync(html).length))
    }
  } finally {
    await server.stop()
    removeData(server.dataDir)
  }
}

const brotliOf = (file: string) => brotliCompressSync(readFileSync(join(client, file))).length
const sum = (files: string[], size: (file: string) => number) => [...new Set(files)].reduce((total, file) => total + size(file), 0)
const kilobytes = (bytes: number) => (bytes / KB).toFixed(1)
