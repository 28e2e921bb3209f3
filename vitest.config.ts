import { globSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { isNightly } from './tests/support/run-mode.ts'

// An offset of three and a half hours: code that reads the server's zone by mistake fails in it.
process.env['TZ'] = 'America/St_Johns'

/** What calls endpoints or the database: each of these can run on either engine. */
const onEitherEngine = [
  'src/features/**/*.test.ts',
  'src/db/**/*.test.ts',
  'src/app/**/*.test.ts',
  'tests/fuzz/*.test.ts',
  'tests/server/**/*.test.ts',
]
/** These choose an engine themselves, or use none. */
const onOwnEngine = [
  'tests/server/api/{api-call-descriptions,api-description.nightly,api-document,api-reads,api-writes,in-process-transport}.test.ts',
  'tests/server/caching/cached-*.test.ts',
  'tests/server/feeds/feeds-and-map.test.ts',
  'tests/server/mail/newsletter-run.*.test.ts',
  'tests/server/pages/{draft-page,first-load,html,links.nightly,page-views,text-direction}.test.ts',
  'tests/server/processes/{built-server,log.nightly,memory.nightly,npm-start,start-failure.nightly,stop.nightly}.test.ts',
  'tests/server/protocol/http-attacks.test.ts',
  'tests/server/search/search-reads.test.ts',
  'tests/server/telemetry/tracing.test.ts',
]
/** Not in isolated tests, one of which checks the strength. */
const setupFiles = ['tests/support/fast-passwords.ts']
const isolated = '{src,tests}/**/*.isolated.test.ts'
const nightly = isNightly ? [] : ['**/*.nightly.test.ts', '**/*.nightly.pg.test.ts']
/** At night all of them run on PostgreSQL; by day those that say why, in a line of their own near the top. */
const onPostgres = isNightly
  ? onEitherEngine
  : globSync(onEitherEngine).filter(
      (file) => file.endsWith('.pg.test.ts') || /^\/\/ Daily on PostgreSQL too: ./m.test(readFileSync(file, 'utf8')),
    )

export default defineConfig({
  plugins: [react()],
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Timeouts for a machine that is ten times slower; a passing test never waits for them.
    testTimeout: 400_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 60_000 } },
    // A process imports the server once and runs many files. What mocks a package lies in `*.isolated.test.ts`.
    isolate: false,
    // A random order of files reveals tests that depend on an earlier file. The seed is printed, for `--sequence.seed`.
    sequence: { shuffle: { files: isNightly } },
    projects: [
      // What only a PostgreSQL server does is proved in files of their own.
      {
        extends: true,
        test: {
          name: 'sqlite',
          setupFiles,
          include: ['src/**/*.test.{ts,tsx}', 'tests/{*,{attack,faults,fuzz,support}/*,server/**/*}.test.ts'],
          exclude: ['**/*.pg.test.ts', isolated, ...nightly],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          setupFiles,
          include: onPostgres,
          exclude: [isolated, ...onOwnEngine, ...nightly],
          globalSetup: ['tests/support/postgres-server.ts'],
        },
      },
      { extends: true, test: { name: 'isolated', include: [isolated], isolate: true } },
    ],
  },
})
