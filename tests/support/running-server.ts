/** Starts the real server as a child process, on a free port and with its own data folder. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
/** Node.js arguments of `npm start`. */
const startArguments = scripts.start.split(' ').slice(1)
/** Startup timeout of servers and databases, generous enough for a busy machine ten times slower. */
export const READY_WITHIN_MS = 400_000
/** Disables load shedding, which a busy test machine would trigger; it has its own tests. */
const NO_OVERLOAD = { OVERLOAD_DELAY_MS: '0' }

export interface RunningServer {
  url: string
  dataDir: string
  process: ChildProcess
  /** Returns what the server has written to standard output and standard error so far. */
  output(): string
  /** Sends SIGTERM and waits for the exit. @returns the exit code */
  stop(): Promise<number | null>
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>
}

/**
 * @param env environment variables, in addition to a free PORT, a temporary DATA_DIR and log level `warn`; set DATA_DIR to reuse data
 * @param folder the project folder whose build is started
 */
export async function startServer(env: Record<string, string> = {}, folder = root): Promise<RunningServer> {
  const dataDir = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'server-tests-'))
  const child = spawn(process.execPath, startArguments, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: undefined, PORT: '0', LOG_LEVEL: 'warn', ...NO_OVERLOAD, ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const url = await waitForOutput(
    child,
    () => /running on (http:\/\/\S+)/.exec(output)?.[1],
    () => output,
  )
  return {
    url,
    dataDir,
    process: child,
    output: () => output,
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

async function waitForOutput(child: ChildProcess, find: () => string | undefined, output: () => string): Promise<string> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline && child.exitCode === null) {
    const value = find()
    if (value) return value
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`The server did not start:\n${output()}`)
}
