/** How much of the tests a run goes through, and what all of its processes share. Read by the configurations of Vitest and Playwright. */
import { join } from 'node:path'

/** `npm run test:nightly` goes through everything; `npm test` leaves out what takes long and rarely finds anything more. */
export const isNightly = process.env['NIGHTLY'] === '1'

/** Node keeps compiled code here: the tests start dozens of servers, and compiling is a third of a start. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/node-compile')
