/** SQLite engine, based on node:sqlite: one file per site. One process owns a data folder. */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely'
import { createFolder } from '#db/files/create-folder.ts'
import { findDatabaseProblem } from '#db/errors.ts'
import { assertSiteName, type Engine } from '#db/engine.ts'
import { ChangeRecorder } from '#db/changes/recorder.ts'
import { TableKeys, type TableColumn } from '#db/changes/table-keys.ts'
import { observeQuery } from '#db/query-observer.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Opens a data folder.
 * @param folder absolute path, created if it is missing; sites are stored as `sites/{name}.sqlite`
 * @throws Error with a message for the operator if another process owns the folder
 */
export function openSqlite(folder: string): Engine {
  const sites = join(folder, 'sites')
  createFolder(sites)
  const lock = lockFolder(folder)
  const fileOf = (site: string) => join(sites, `${site}.sqlite`)

  return {
    name: 'sqlite',
    async connect(site) {
      assertSiteName(site)
      const file = openFile(
        fileOf(site),
        'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000; pragma cache_size = -8000',
      )
      const database = toKyselyDatabase(file)
      const recorder = new ChangeRecorder(site, readTableKeys(file), () => database.clearStatements())
      const dialect: Dialect = {
        createDriver: () => new SqliteDriver({ database, onCreateConnection: async (connection) => recorder.attach(connection) }),
        createQueryCompiler: () => recorder.returnKeys(new SqliteQueryCompiler()),
        createAdapter: () => new TransactionalAdapter(),
        createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
      }
      return new Kysely<Tables>({ dialect, log: observeQuery })
    },
    async drop(site) {
      assertSiteName(site)
      for (const ending of ['', '-wal', '-shm']) rmSync(fileOf(site) + ending, { force: true })
    },
    async sizeOf(site) {
      assertSiteName(site)
      return ['', '-wal'].reduce((sum, ending) => sum + (statSync(fileOf(site) + ending, { throwIfNoEntry: false })?.size ?? 0), 0)
    },
    async listSites() {
      return listSiteFiles(folder)
    },
    async rename(from, to) {
      for (const site of [from, to]) assertSiteName(site)
      if (existsSync(fileOf(to))) throw new Error(`The site ${to} already exists.`)
      // Writes the WAL back into the file, since only the file is renamed.
      openFile(fileOf(from), 'pragma wal_checkpoint(truncate)').close()
      renameSync(fileOf(from), fileOf(to))
    },
    async matchesFingerprint(site, fingerprint) {
      assertSiteName(site)
      if (!existsSync(fileOf(site))) return true
      const stored = readUserVersion(fileOf(site))
      return stored === 0 || stored === toUserVersion(fingerprint)
    },
    async storeFingerprint(site, fingerprint) {
      assertSiteName(site)
      if (readUserVersion(fileOf(site)) === 0)
        openFile(fileOf(site), `pragma busy_timeout = 5000; pragma user_version = ${toUserVersion(fingerprint)}`).close()
    },
    // The folder is already locked.
    runExclusively: (work) => work(),
    async close() {
      lock.close()
    },
  }
}

/**
 * Converts a fingerprint to an integer. It is stored in `user_version`, which SQLite leaves to the application
 * (https://sqlite.org/pragma.html#pragma_user_version): backups of rows do not contain it, and an operator can reset it to 0. Signed 32
 * bits; 0 means none.
 */
const toUserVersion = (fingerprint: string): number => Number.parseInt(fingerprint.slice(0, 8), 16) | 0 || 1

function readUserVersion(path: string): number {
  const file = openFile(path, 'pragma busy_timeout = 5000')
  try {
    return Number(file.prepare('pragma user_version').get()?.['user_version'])
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path }) : error
  } finally {
    file.close()
  }
}

/** Lists the names of the sites in a data folder, sorted. */
export function listSiteFiles(folder: string): string[] {
  const files = existsSync(join(folder, 'sites')) ? readdirSync(join(folder, 'sites')) : []
  return files.flatMap((name) => /^([a-z][a-z0-9_]*)\.sqlite$/.exec(name)?.[1] ?? []).toSorted()
}

/**
 * Enables transactional DDL, which SQLite supports. Kysely disables it, as `pragma foreign_keys` has no effect in a transaction. Our
 * migrations do not need that pragma, so all of them run in one transaction, and a failed start changes nothing.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

function readTableKeys(file: DatabaseSync): TableKeys {
  const columns = file.prepare(
    `select t.name as "table", c.name as "column" from sqlite_master t join pragma_table_info(t.name) c
     where t.type = 'table' and t.sql not like 'create virtual %'`,
  )
  return new TableKeys(columns.all() as unknown as TableColumn[])
}

/** Locks the folder by an open exclusive transaction, which the operating system releases even if the process crashes. */
function lockFolder(folder: string): DatabaseSync {
  try {
    return openFile(join(folder, 'lock.sqlite'), 'pragma busy_timeout = 0; pragma journal_mode = delete; begin exclusive')
  } catch (error) {
    if (findDatabaseProblem(error) !== 'busy') throw error
    throw new Error(`Another process is using the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`)
  }
}

/** Opens a file and runs the initial statements. @throws the error of node:sqlite, with the file as `path` */
function openFile(path: string, statements: string): DatabaseSync {
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(path)
    file.exec(statements)
    return file
  } catch (error) {
    file?.close()
    throw error instanceof Error ? Object.assign(error, { path }) : error
  }
}

interface PreparedDatabase extends SqliteDatabase {
  /** Discards the prepared statements, whose columns are outdated after a schema change. */
  clearStatements(): void
}

/** Number of cached statements above which the cache is cleared. */
const MAX_PREPARED = 500

/** Adapts node:sqlite to Kysely. Caches prepared statements; converts booleans, which SQLite does not have. */
export function toKyselyDatabase(file: DatabaseSync): PreparedDatabase {
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => file.close(),
    clearStatements: () => prepared.clear(),
    prepare(sql) {
      const known = prepared.get(sql)
      if (known) return known
      if (sql === 'rollback') return rollbackOf(file)
      const statement = adaptStatement(file.prepare(sql))
      if (prepared.size > MAX_PREPARED) prepared.clear()
      if (/^\s*(select|insert|update|delete|with)\b/i.test(sql)) prepared.set(sql, statement)
      return statement
    },
  }
}

/** Rolls back, if there is a transaction. On a full disk, SQLite rolls back by itself, and another error would hide the first. */
function rollbackOf(file: DatabaseSync): SqliteStatement {
  const statement = adaptStatement(file.prepare('rollback'))
  const nothing = { changes: 0, lastInsertRowid: 0 }
  return { ...statement, run: (parameters) => (file.isTransaction ? statement.run(parameters) : nothing) }
}

/** Reads rows as arrays and builds the objects here, in half the time that node:sqlite takes to return objects. */
function adaptStatement(statement: StatementSync): SqliteStatement {
  const columns = statement.columns()
  const names = columns.map((column) => column.name)
  const booleans = columns.map((column) => column.type?.toLowerCase() === 'boolean')
  statement.setReturnArrays(true)
  const toRow = (result: object) => {
    // Each row is an array, because of setReturnArrays().
    const values = result as unknown[]
    const row: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index++)
      row[names[index] ?? ''] = booleans[index] && values[index] !== null ? values[index] === 1 : values[index]
    return row
  }
  return {
    reader: columns.length > 0,
    all: (parameters) => statement.all(...bind(parameters)).map(toRow),
    run: (parameters) => statement.run(...bind(parameters)),
    *iterate(parameters) {
      for (const values of statement.iterate(...bind(parameters))) yield toRow(values)
    },
  }
}

const bind = (parameters: readonly unknown[]): SQLInputValue[] =>
  parameters.map((value) => {
    if (typeof value === 'boolean') return value ? 1 : 0
    if (value instanceof Date) return value.toISOString()
    return value === undefined ? null : (value as SQLInputValue)
  })
