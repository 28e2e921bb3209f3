/** Builds pages and server with Vite and precompresses the browser's files. */
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createBuilder, minifySync } from 'vite'
import { publishBuild } from './publish-build.ts'
import { hashSources, writeBuiltHash } from './source-hash.ts'

const ABANDONED_AGE_MS = 3_600_000
const COMPRESSIBLE_FILE = /\.(js|css|svg|json|txt)$/

/** Builds in a staging folder and publishes the result, so that processes serving the previous build are not disturbed. */
export async function buildPages(root: string): Promise<void> {
  process.env['NODE_ENV'] = 'production'
  const dist = join(root, 'dist')
  // The sources are hashed before the build, so that a change during the build makes it stale.
  const hash = hashSources(root)
  const staging = join(dist, `.next-${process.pid}`)
  await removeUnfinished(dist)
  const setOutDir = (name: string) => ({ build: { outDir: join(staging, name), emptyOutDir: true } })
  const builder = await createBuilder({ root, logLevel: 'warn', environments: { client: setOutDir('client'), ssr: setOutDir('server') } })
  await builder.buildApp()
  compressFiles(join(staging, 'client'))
  await publishBuild(staging, dist)
  writeBuiltHash(dist, hash)
}

/** Removes staging folders of aborted builds; a running build takes less than an hour. */
async function removeUnfinished(dist: string): Promise<void> {
  for (const folder of globSync('.next-*', { cwd: dist }).map((name) => join(dist, name)))
    if (Date.now() - statSync(folder).mtimeMs > ABANDONED_AGE_MS) await rm(folder, { recursive: true, force: true })
}

function compressFiles(client: string): void {
  minifyFile(join(client, 'start.js'))
  for (const name of globSync('**/*', { cwd: client }).filter((file) => COMPRESSIBLE_FILE.test(file))) {
    const file = join(client, name)
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes))
    writeFileSync(`${file}.gz`, gzipSync(bytes))
  }
}

/** Minifies start.js, because Vite copies it unchanged from public/ and every page waits for it. */
function minifyFile(file: string): void {
  const { code, errors } = minifySync(file, readFileSync(file, 'utf8'), { module: false })
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(', ')}`)
  writeFileSync(file, code)
}

if (import.meta.main) await buildPages(join(import.meta.dirname, '../../..'))
