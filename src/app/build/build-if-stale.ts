/** Builds server and pages if the sources have changed since the last build. Runs before `npm start`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hashSources, readBuiltHash } from './source-hash.ts'

const root = join(import.meta.dirname, '../../..')
const dist = join(root, 'dist')
const isCurrent = existsSync(join(dist, 'server/main.js')) && readBuiltHash(dist) === hashSources(root)

// The import is lazy, because loading Vite takes longer than the rest of a start.
if (!isCurrent) await (await import('./build-pages.ts')).buildPages(root)
