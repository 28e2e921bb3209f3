/**
 * Determines the run mode (daily or nightly) and sets the environment of all test processes. The configurations of Vitest and Playwright
 * import it.
 */
import { accessSync, constants, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Whether all tests run, as with `npm run test:nightly`. `npm test` omits slow tests that rarely find an error. */
export const isNightly = process.env['NIGHTLY'] === '1'

/** Enables the compile cache, because tests start dozens of servers and compiling takes a third of a start. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/node-compile')

/** A tmpfs, which is used for data folders if it exists, because waiting for fsync takes a fifth of the tests' time. */
const TMPFS_FOLDER = '/dev/shm'
const MIN_FREE_BYTES = 3 * 1024 ** 3
if (process.env['TMPDIR'] === undefined && hasSpace(TMPFS_FOLDER)) process.env['TMPDIR'] = TMPFS_FOLDER

function hasSpace(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > MIN_FREE_BYTES
  } catch {
    return false
  }
}
