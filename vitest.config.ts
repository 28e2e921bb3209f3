import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const doors = ['src/features/**/*.test.ts', 'src/db/**/*.test.ts', 'src/app/**/*.test.ts']

export default defineConfig({
  plugins: [react()],
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A process imports the server once and runs many files. What mocks a package lies in `*.isolated.test.ts`.
    isolate: false,
    projects: [
      // What only a PostgreSQL server does is proved in files of their own.
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          exclude: ['src/**/*.pg.test.ts', 'src/**/*.isolated.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: doors,
          exclude: ['src/**/*.isolated.test.ts'],
          globalSetup: ['tests/support/postgres-server.ts'],
        },
      },
      { extends: true, test: { name: 'isolated', include: ['src/**/*.isolated.test.ts'], isolate: true } },
    ],
  },
})
