/** Before `npm start`: builds the pages when a source file is newer than the last build. */
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildPages } from './build-pages.ts'

const root = join(import.meta.dirname, '../..')
const built = statSync(join(root, 'dist/server/entry-server.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0
const sources = globSync(['src/**/*.{ts,tsx,css}', 'public/**/*', 'package-lock.json', 'vite.config.ts'], { cwd: root })
const newest = Math.max(...sources.map((file) => statSync(join(root, file)).mtimeMs))

if (newest > built) await buildPages(root)
