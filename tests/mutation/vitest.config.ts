/**
 * The tests that can notice a change of one line: SQLite, in their own process. What starts a server, goes through the whole source tree or makes its calls up by
 * chance is left out.
 */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    isolate: false,
    include: [
      'src/**/*.test.{ts,tsx}',
      'tests/{access,api-calls,api-call-descriptions,api-document,cached-answers,cached-pages,cached-rows,draft-page,feeds-and-map,html,page-views,search-quality,search-reads}.test.ts',
    ],
    exclude: ['src/**/*.pg.test.ts', 'src/**/*.isolated.test.ts', 'src/**/*.nightly.test.ts', 'src/app/{import-site,kit,fuzz}.test.ts'],
  },
})
