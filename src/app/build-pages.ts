/** Builds the pages for browser and server, and the server itself, and compresses the files once. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createBuilder, minifySync } from 'vite'

const WORTH_COMPRESSING = /\.(js|css|svg|json|txt)$/

export async function buildPages(root: string): Promise<void> {
  process.env['NODE_ENV'] = 'production'
  const builder = await createBuilder({ root, logLevel: 'warn' })
  await builder.buildApp()
  const client = join(root, 'dist/client')
  shorten(join(client, 'start.js'))
  for (const name of globSync('**/*', { cwd: client }).filter((file) => WORTH_COMPRESSING.test(file))) {
    const file = join(client, name)
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes))
    writeFileSync(`${file}.gz`, gzipSync(bytes))
  }
}

/** What is taken over from public/ as it is, with its comments; and each page waits for this one. */
function shorten(file: string): void {
  const { code, errors } = minifySync(file, readFileSync(file, 'utf8'), { module: false })
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(', ')}`)
  writeFileSync(file, code)
}

if (import.meta.main) await buildPages(join(import.meta.dirname, '../..'))
