/** Before `npm start`: builds server and pages when a source file is newer than the last build. */
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const built = statSync(join(root, 'dist/server/main.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0
const sources = globSync(['src/**/*.{ts,tsx,css}', 'public/**/*', 'package-lock.json', 'vite.config.ts'], {
  cwd: root,
  exclude: ['**/*.test.{ts,tsx}'],
})
const newest = Math.max(...sources.map((file) => statSync(join(root, file)).mtimeMs))

// Reading the builder takes longer than the rest of a start.
if (newest > built) await (await import('./build-pages.ts')).buildPages(root)
