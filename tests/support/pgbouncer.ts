/** Starts PgBouncer in transaction mode in front of a PostgreSQL server. */
import { spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { installPackages } from './debian.ts'
import { freePort, unprivileged } from './postgres-server.ts'

const BINARY = '/usr/sbin/pgbouncer'

export interface Pooler {
  /** URL of the same database through the pooler. */
  url: string
  stop(): Promise<void>
}

/** Starts the pooler. @param connections number of connections to the server, for any number of clients */
export async function startPooler(serverUrl: string, connections: number): Promise<Pooler> {
  if (!existsSync(BINARY) && !installPackages('pgbouncer')) throw new Error('This test needs pgbouncer: install the package pgbouncer.')
  const { hostname, port: serverPort, pathname, username } = new URL(serverUrl)
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-tests-'))
  const user = unprivileged()
  const port = await freePort()
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${serverPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'auth_type = any',
    'unix_socket_dir =',
    'pool_mode = transaction',
    `default_pool_size = ${connections}`,
    'max_client_conn = 500',
  ]
  // `auth_type = any` accepts every user; the server connection uses the user of the URL.
  settings[1] += ` user=${username}`
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings.join('\n'))
  chmodSync(folder, 0o755)
  if (user) chownSync(folder, user.uid, user.gid)
  const child = spawn(BINARY, ['-q', file], { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`
  const deadline = Date.now() + 60_000
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      break
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`pgbouncer did not start: ${stderr}`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return {
    url,
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
