/** Why the server could not start, in words that name the setting or the file and say what to do. */
import { join } from 'node:path'
import { findDatabaseProblem } from '#db/errors.ts'
import { MAIN_SITE } from '#app/sites/open-main-site.ts'
import type { Config } from '#platform/config/config.ts'

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
  // A worker has its port bound by the first process.
  if (syscall !== 'listen' && syscall !== 'bind') return undefined
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

const TOO_MANY_CONNECTIONS = '53300'
const NOT_PERMITTED = '42501'
/** Not permitted, not available, or its file is missing. */
const MISSING_EXTENSION = /^(42501|0A000|58P01|22023)$/

function describeDatabase(fault: unknown, message: string, { dataDir, databaseUrl }: Settings): string | undefined {
  const { code, path } = systemFault(fault)
  if (databaseUrl === undefined)
    return describeFolder(fault, dataDir, typeof path === 'string' ? path : join(dataDir, 'sites', `${MAIN_SITE}.sqlite`))
  const { host } = new URL(databaseUrl)
  if (typeof code === 'string' && REFUSED.test(code)) return `The PostgreSQL server at ${host} refuses DATABASE_URL: ${message}.`
  if (code === TOO_MANY_CONNECTIONS)
    return `The PostgreSQL server at ${host} has no connection left for this user (${message}). Each process takes up to DATABASE_CONNECTIONS and one more: lower that or WORKERS, end other programs, or raise the limit (max_connections, alter role … connection limit).`
  if (/pg_trgm|extension/.test(message) && typeof code === 'string' && MISSING_EXTENSION.test(code))
    return `The PostgreSQL server at ${host} does not let this user create the extension pg_trgm (${message}). Run once as a superuser, in this database: create extension pg_trgm with schema public. If it is not installed, it is in PostgreSQL's contrib package.`
  if (code === NOT_PERMITTED)
    return `The PostgreSQL server at ${host} does not let this user create what is needed (${message}). Run once as a superuser: grant create on database ${new URL(databaseUrl).pathname.slice(1)} to the user of DATABASE_URL, and in that database: grant create on schema public to the same user.`
  const problem = findDatabaseProblem(fault)
  if (problem === 'full') return `The PostgreSQL server at ${host} has no room left on its disk.`
  if (problem !== 'unavailable' && problem !== 'busy') return undefined
  return `The PostgreSQL server at ${host} cannot be reached (${message || String(code)}). Is it running, and is DATABASE_URL right?`
}

function describeFolder(fault: unknown, dataDir: string, file: string): string | undefined {
  const { code, syscall } = systemFault(fault)
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
    code === 'EEXIST' ||
    (code === 'ENOENT' && syscall === 'mkdir')
  )
    return `DATA_DIR (${dataDir}) cannot be written. It has to be a folder that this user may read and write.`
  return undefined
}
