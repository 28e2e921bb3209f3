/** Describes why the server could not start: the message names the setting or file, and what to do. */
import { join } from 'node:path'
import { findDatabaseProblem } from '#db/errors.ts'
import { MAIN_SITE } from '#app/sites/open-main-site.ts'
import type { Config } from '#platform/config/config.ts'

interface SystemError {
  code?: unknown
  syscall?: unknown
  hostname?: unknown
  path?: unknown
  migration?: unknown
}

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'host' | 'port'>

/** Describes a startup error. @returns the error's own message if there is no better description */
export function describeStartFailure(error: unknown, config: Settings): string {
  const message = error instanceof Error ? error.message : String(error)
  return describeListening(error, config) ?? describeDatabase(error, message, config) ?? describeMigration(error, message) ?? message
}

const asSystemError = (error: unknown): SystemError => (typeof error === 'object' && error !== null ? error : {})

function describeListening(error: unknown, { host, port }: Settings): string | undefined {
  const { code, syscall, hostname } = asSystemError(error)
  if (syscall === 'getaddrinfo' && hostname === host)
    return `HOST ${host} is not an address of this machine. Use 127.0.0.1 for this machine only, or 0.0.0.0 for all networks.`
  // A worker reports `bind`, because the primary process binds its port.
  if (syscall !== 'listen' && syscall !== 'bind') return undefined
  if (code === 'EADDRINUSE') return `PORT ${port} is already in use by another program. Stop that program, or set PORT to another number.`
  if (code === 'EADDRNOTAVAIL')
    return `HOST ${host} is not an address of this machine. Use 127.0.0.1 for this machine only, or 0.0.0.0 for all networks.`
  if (code === 'EACCES')
    return `PORT ${port} needs a permission that this user does not have. Set PORT to 1024 or more, with a proxy in front of it.`
  return undefined
}

/** Describes a failed migration. Called last, so that a migration that fails because of a full disk is described as a full disk. */
function describeMigration(error: unknown, message: string): string | undefined {
  const { migration } = asSystemError(error)
  if (typeof migration !== 'string') return undefined
  return `Database migration failed: ${migration} (${message}). Nothing was changed. Start the previous version, or restore a backup: see docs/operations.md.`
}

/** SQLSTATE codes for a wrong user, password or database. */
const REJECTED_LOGIN_STATES = /^(28...|3D000)$/

const TOO_MANY_CONNECTIONS = '53300'
const NOT_PERMITTED = '42501'
/** SQLSTATE codes of `create extension`, if it is not permitted, not available, or its file is missing. */
const MISSING_EXTENSION = /^(42501|0A000|58P01|22023)$/

function describeDatabase(error: unknown, message: string, { dataDir, databaseUrl }: Settings): string | undefined {
  const { code, path } = asSystemError(error)
  if (databaseUrl === undefined)
    return describeFolder(error, dataDir, typeof path === 'string' ? path : join(dataDir, 'sites', `${MAIN_SITE}.sqlite`))
  const { host } = new URL(databaseUrl)
  if (typeof code === 'string' && REJECTED_LOGIN_STATES.test(code))
    return `The PostgreSQL server at ${host} rejected DATABASE_URL: ${message}.`
  if (code === TOO_MANY_CONNECTIONS)
    return `The PostgreSQL server at ${host} has no connection left for this user (${message}). Each process uses up to DATABASE_CONNECTIONS and one more: lower that or WORKERS, end other programs, or raise the limit (max_connections, alter role … connection limit).`
  if (/pg_trgm|extension/.test(message) && typeof code === 'string' && MISSING_EXTENSION.test(code))
    return `The PostgreSQL server at ${host} does not let this user create the extension pg_trgm (${message}). Run once as a superuser, in this database: create extension pg_trgm with schema public. If it is not installed, it is in PostgreSQL's contrib package.`
  if (code === NOT_PERMITTED)
    return `The PostgreSQL server at ${host} does not let this user create what is needed (${message}). Run once as a superuser: grant create on database ${new URL(databaseUrl).pathname.slice(1)} to the user of DATABASE_URL, and in that database: grant create on schema public to the same user.`
  const problem = findDatabaseProblem(error)
  if (problem === 'full') return `The PostgreSQL server at ${host} has no disk space left.`
  if (problem !== 'unavailable' && problem !== 'busy') return undefined
  return `The PostgreSQL server at ${host} cannot be reached (${message || String(code)}). Check that it is running and that DATABASE_URL is correct.`
}

function describeFolder(error: unknown, dataDir: string, file: string): string | undefined {
  const { code, syscall } = asSystemError(error)
  const problem = findDatabaseProblem(error)
  if (problem === 'damaged')
    return `The database ${file} is damaged (corrupt). Restore it from a backup: see docs/operations.md. Nothing was changed.`
  if (problem === 'full') return `No disk space left for DATA_DIR (${dataDir}). Free some space and start again. Nothing was lost.`
  if (
    problem === 'read-only' ||
    problem === 'unavailable' ||
    code === 'EACCES' ||
    code === 'EPERM' ||
    code === 'ENOTDIR' ||
    code === 'EEXIST' ||
    (code === 'ENOENT' && syscall === 'mkdir')
  )
    return `DATA_DIR (${dataDir}) is not writable. It must be a folder that this user may read and write.`
  return undefined
}
