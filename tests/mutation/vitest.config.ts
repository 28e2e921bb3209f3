/**
 * Tests that can detect a mutant: on SQLite, in process. Excluded are tests that start a server, read the whole source tree or generate
 * random calls, and one with a time limit of a second, as mutated code is slower. Pages are rendered from the source instead of `dist/`, so
 * that mutants of components take effect.
 */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vitest/config'

const root = join(import.meta.dirname, '../..')

/** Resolves the built page bundle to its source. */
const renderPagesFromSource: Plugin = {
  name: 'render-pages-from-source',
  enforce: 'pre',
  resolveId: (id) => (id === join(root, 'dist/server/entry-server.js') ? join(root, 'src/app/pages/entry-server.tsx') : undefined),
}

export default defineConfig({
  root,
  plugins: [react(), renderPagesFromSource],
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  test: {
    // Components read their class names from CSS modules.
    css: { include: /\.module\.css$/ },
    // Stryker sets separate time limits for mutants; these are for the first run, on a slow machine.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    isolate: false,
    include: process.env['MUTATION_TESTS']?.split(',') ?? ['src/**/*.test.{ts,tsx}', 'tests/server/**/*.test.ts'],
    exclude: [
      '**/*.pg.test.ts',
      '**/*.isolated.test.ts',
      '**/*.nightly.test.ts',
      'tests/server/{commands/import-site,sites/kit,pages/first-load,pages/text-direction}.test.ts',
      'tests/server/processes/{built-server,npm-start}.test.ts',
      'tests/server/telemetry/tracing.test.ts',
      'src/wording/plain-name.test.ts',
    ],
  },
})
