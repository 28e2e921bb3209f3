/** How much of the tests a run goes through, and what all of its processes share. Read by the configurations of Vitest and Playwright. */
import { accessSync, constants, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run test:nightly` goes through everything; `npm test` leaves out what takes long and rarely finds anything more. */
export const isNightly = process.env['NIGHTLY'] === '1'

/** Node keeps compiled code here: the tests start dozens of servers, and compiling is a third of a start. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/node-compile')

/** A folder in memory, where there is one: every commit waits for the disk, which is a fifth of the time, and no test pulls the plug. */
const MEMORY = '/dev/shm'
const ROOM_BYTES = 3 * 1024 ** 3
if (process.env['TMPDIR'] === undefined && hasRoom(MEMORY)) process.env['TMPDIR'] = MEMORY

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > ROOM_BYTES
  } catch {
    return false
  }
}
