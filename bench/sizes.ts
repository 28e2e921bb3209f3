/** Transfer sizes of pages: JavaScript, CSS, fonts and HTML, compressed. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { printLine, checkMetric } from './statistics.ts'

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
      const [javaScript, css] = [sum(scripts, brotliOf), sum(sheets, brotliOf)]
      if (path === '/') {
        checkMetric('/ JavaScript, KB in brotli', javaScript, { atMost: 130 }, { digits: 1 })
        checkMetric('/ CSS, KB in brotli', css, { atMost: 30 }, { digits: 1 })
        printLine('fonts, KB', sum(fonts, (file) => kilobytes(statSync(join(client, file)).size)).toFixed(1))
      } else {
        printLine(`${path} JavaScript, KB in brotli`, javaScript.toFixed(1))
        printLine(`${path} CSS, KB in brotli`, css.toFixed(1))
      }
      printLine(`${path} HTML, KB in brotli`, kilobytes(brotliCompressSync(html).length).toFixed(1))
    }
  } finally {
    await server.stop()
    removeData(server.dataDir)
  }
}

const kilobytes = (bytes: number) => bytes / KB
const brotliOf = (file: string) => kilobytes(brotliCompressSync(readFileSync(join(client, file))).length)
const sum = (files: string[], size: (file: string) => number) => [...new Set(files)].reduce((total, file) => total + size(file), 0)
