/** Run mode (daily or nightly) and shared environment of all test processes. Imported by the Vitest and Playwright configurations. */
import { accessSync, constants, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run test:nightly` runs everything; `npm test` skips slow tests that rarely find anything. */
export const isNightly = process.env['NIGHTLY'] === '1'

/** Compile cache: tests start dozens of servers, and compiling takes a third of a start. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/node-compile')

/** Use a tmpfs for data folders if there is one: waiting for fsync takes a fifth of the time. */
const MEMORY = '/dev/shm'
const MIN_FREE_BYTES = 3 * 1024 ** 3
if (process.env['TMPDIR'] === undefined && hasSpace(MEMORY)) process.env['TMPDIR'] = MEMORY

function hasSpace(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > MIN_FREE_BYTES
  } catch {
    return false
  }
}
