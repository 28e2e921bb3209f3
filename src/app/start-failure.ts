/** Why the server could not start, in words that name the setting or the file and say what to do. */
import { join } from 'node:path'
import { findDatabaseProblem } from '#db/db-errors.ts'
import { MAIN_SITE } from './open-main-site.ts'
import type { Config } from '#platform/config.ts'

interface SystemFault {
  code?: unknown
  syscall?: unknown
  hostname?: unknown
  path?: unknown
  migration?: unknown
}

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'host' | 'port'>

/** @returns the fault's own message when there is nothing better to say */
export function describeStartFailure(fault: unknown, config: Settings): string {
  const message = fault instanceof Error ? fault.message : String(fault)
  return describeListening(fault, config) ?? describeDatabase(fault, message, config) ?? describeMigration(fault, message) ?? message
}

const systemFault = (fault: unknown): SystemFault => (typeof fault === 'object' && fault !== null ? fault : {})

function describeListening(fault: unknown, { host, port }: Settings): string | undefined {
  const { code, syscall, hostname } = systemFault(fault)
  if (syscall === 'getaddrinfo' && hostname === host)
    return `HOST ${host} is no address of this machine. 127.0.0.1 is this machine alone, 0.0.0.0 all networks.`
  if (syscall !== 'listen') return undefined
  if (code === 'EADDRINUSE') return `PORT ${port} is taken by another program. Stop that program, or set PORT to another number.`
  if (code === 'EADDRNOTAVAIL') return `HOST ${host} is no address of this machine. 127.0.0.1 is this machine alone, 0.0.0.0 all networks.`
  if (code === 'EACCES')
    return `PORT ${port} needs rights that this user has not. Set PORT to a number from 1024 on, with a proxy in front of it.`
  return undefined
}

/** Asked last: on a full disk it is the disk. */
function describeMigration(fault: unknown, message: string): string | undefined {
  const { migration } = systemFault(fault)
  if (typeof migration !== 'string') return undefined
  return `The database could not be brought up to date: ${migration} failed (${message}). Nothing was changed. Start the version that ran before, or restore a backup: docs/operations.md says how.`
}

/** What a server refuses at the door: password, user, database. */
const REFUSED = /^(28...|3D000)$/

function describeDatabase(fault: unknown, message: string, { dataDir, databaseUrl }: Settings): string | undefined {
  const { code, path } = systemFault(fault)
  if (databaseUrl === undefined)
    return describeFolder(fault, dataDir, typeof path === 'string' ? path : join(dataDir, 'sites', `${MAIN_SITE}.sqlite`))
  const { host } = new URL(databaseUrl)
  if (typeof code === 'string' && REFUSED.test(code)) return `The PostgreSQL server at ${host} refuses DATABASE_URL: ${message}.`
  const problem = findDatabaseProblem(fault)
  if (problem === 'full') return `The PostgreSQL server at ${host} has no room left on its disk.`
  if (problem !== 'unavailable' && problem !== 'busy') return undefined
  return `The PostgreSQL server at ${host} cannot be reached (${message || String(code)}). Is it running, and is DATABASE_URL right?`
}

function describeFolder(fault: unknown, dataDir: string, file: string): string | undefined {
  const { code } = systemFault(fault)
  const problem = findDatabaseProblem(fault)
  if (problem === 'damaged')
    return `The database ${file} is damaged. Restore it from a backup: docs/operations.md says how. Nothing was changed.`
  if (problem === 'full')
    return `There is no room left on the disk of DATA_DIR (${dataDir}). Make room there and start again. Nothing was lost.`
  if (
    problem === 'read-only' ||
    problem === 'unavailable' ||
    code === 'EACCES' ||
    code === 'EPERM' ||
    code === 'ENOTDIR' ||
    code === 'EEXIST'
  )
    return `DATA_DIR (${dataDir}) cannot be written. It has to be a folder that this user may read and write.`
  return undefined
}
