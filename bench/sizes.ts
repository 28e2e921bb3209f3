/** Measures the compressed sizes of pages: JavaScript, CSS, fonts and HTML. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { printLine, checkMetric } from './statistics.ts'

const CLIENT_FOLDER = join(import.meta.dirname, '../dist/client')
const BYTES_PER_KB = 1024

export async function benchSizes(): Promise<void> {
  const server = await startServer()
  try {
    for (const path of ['/', '/articles', '/products', '/forum']) {
      const html = await (await fetch(server.url + path)).text()
      const scripts = [...html.matchAll(/"(\/[^"]+\.js)"/g)].map((match) => match[1] ?? '')
      const stylesheets = [...html.matchAll(/<link[^>]+href="(\/[^"]+\.css)"/g)].map((match) => match[1] ?? '')
      const fonts = [...html.matchAll(/href="(\/[^"]+\.woff2)"/g)].map((match) => match[1] ?? '')
      const [javaScript, css] = [sumSizes(scripts, getBrotliKilobytes), sumSizes(stylesheets, getBrotliKilobytes)]
      if (path === '/') {
        checkMetric('/ JavaScript, KB in brotli', javaScript, { atMost: 130 }, { digits: 1 })
        checkMetric('/ CSS, KB in brotli', css, { atMost: 30 }, { digits: 1 })
        printLine('fonts, KB', sumSizes(fonts, (file) => toKilobytes(statSync(join(CLIENT_FOLDER, file)).size)).toFixed(1))
      } else {
        printLine(`${path} JavaScript, KB in brotli`, javaScript.toFixed(1))
        printLine(`${path} CSS, KB in brotli`, css.toFixed(1))
      }
      printLine(`${path} HTML, KB in brotli`, toKilobytes(brotliCompressSync(html).length).toFixed(1))
    }
  } finally {
    await server.stop()
    removeData(server.dataDir)
  }
}

const toKilobytes = (bytes: number) => bytes / BYTES_PER_KB
const getBrotliKilobytes = (file: string) => toKilobytes(brotliCompressSync(readFileSync(join(CLIENT_FOLDER, file))).length)
const sumSizes = (files: string[], getSize: (file: string) => number) =>
  [...new Set(files)].reduce((total, file) => total + getSize(file), 0)
