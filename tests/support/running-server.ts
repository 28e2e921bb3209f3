/** The real server as its own process, on a free port with a data folder of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
/** What `npm start` gives to Node. */
const startArguments = scripts.start.split(' ').slice(1)
/** A server or a database has begun by then, also on a machine ten times slower that has much else to do. */
export const READY_WITHIN_MS = 400_000
/** A slow machine that has much else to do is no overload here; what one is has tests of its own. */
const NO_OVERLOAD = { OVERLOAD_DELAY_MS: '0' }

export interface RunningServer {
  url: string
  dataDir: string
  process: ChildProcess
  /** Everything it has printed. */
  output(): string
  /** Asks it to stop and waits; answers the exit code. */
  stop(): Promise<number | null>
  /** Ends it without warning. */
  kill(): Promise<void>
}

/**
 * @param env beside PORT, DATA_DIR and a quiet log; DATA_DIR may be given to start again on the same data
 * @param folder with another build of the server
 */
export async function startServer(env: Record<string, string> = {}, folder = root): Promise<RunningServer> {
  const dataDir = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'server-tests-'))
  const child = spawn(process.execPath, startArguments, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: undefined, PORT: '0', LOG_LEVEL: 'warn', ...NO_OVERLOAD, ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const url = await untilPrinted(
    child,
    () => /running on (http:\/\/\S+)/.exec(printed)?.[1],
    () => printed,
  )
  return {
    url,
    dataDir,
    process: child,
    output: () => printed,
    stop() {
      child.kill('SIGTERM')
      return exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

export const removeData = (dataDir: string) => rmSync(dataDir, { recursive: true, force: true })

async function untilPrinted(child: ChildProcess, find: () => string | undefined, printed: () => string): Promise<string> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline && child.exitCode === null) {
    const found = find()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`The server did not start:\n${printed()}`)
}
