/** SQLite by Node's own node:sqlite: a site is one file. One process owns a data folder. */
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
 * @param folder absolute path, made when missing; sites are `sites/{name}.sqlite` below it
 * @throws Error with a sentence for the operator when another process owns the folder
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
      const recorder = new ChangeRecorder(site, readTableKeys(file), () => database.forgetStatements())
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
      if (existsSync(fileOf(to))) throw new Error(`There is a site ${to} already.`)
      // What whoever wrote last has left beside the file belongs into it.
      openFile(fileOf(from), 'pragma wal_checkpoint(truncate)').close()
      renameSync(fileOf(from), fileOf(to))
    },
    async matchesFingerprint(site, fingerprint) {
      assertSiteName(site)
      if (!existsSync(fileOf(site))) return true
      const found = readUserVersion(fileOf(site))
      return found === 0 || found === toUserVersion(fingerprint)
    },
    async leaveFingerprint(site, fingerprint) {
      assertSiteName(site)
      if (readUserVersion(fileOf(site)) === 0)
        openFile(fileOf(site), `pragma busy_timeout = 5000; pragma user_version = ${toUserVersion(fingerprint)}`).close()
    },
    // The folder is this process's own already.
    startAlone: (work) => work(),
    async close() {
      lock.close()
    },
  }
}

/**
 * The fingerprint is stored in `user_version`, a number that SQLite leaves to the application: no backup of rows carries it, and an operator
 * can reset it to 0 (https://sqlite.org/pragma.html#pragma_user_version). It has 32 bits, signed; 0 means none.
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

/** @param folder of the data; the names of its sites, in their order */
export function listSiteFiles(folder: string): string[] {
  const files = existsSync(join(folder, 'sites')) ? readdirSync(join(folder, 'sites')) : []
  return files.flatMap((name) => /^([a-z][a-z0-9_]*)\.sqlite$/.exec(name)?.[1] ?? []).toSorted()
}

/**
 * SQLite rolls back a change of the schema like any other. Kysely does not use that, as `pragma foreign_keys` has no effect inside a
 * transaction. No migration of ours needs that pragma, so all of them run in one transaction: a start that fails changes nothing.
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

/** Held by an open exclusive transaction: the operating system frees it however the process ends. */
function lockFolder(folder: string): DatabaseSync {
  try {
    return openFile(join(folder, 'lock.sqlite'), 'pragma busy_timeout = 0; pragma journal_mode = delete; begin exclusive')
  } catch (fault) {
    if (findDatabaseProblem(fault) !== 'busy') throw fault
    throw new Error(`Another process is using the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`)
  }
}

/** @throws node:sqlite's error, with the file as its `path` */
function openFile(path: string, first: string): DatabaseSync {
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(path)
    file.exec(first)
    return file
  } catch (fault) {
    file?.close()
    throw fault instanceof Error ? Object.assign(fault, { path }) : fault
  }
}

interface PreparedDatabase extends SqliteDatabase {
  /** After a change of the schema: a prepared statement has the columns of before. */
  forgetStatements(): void
}

/** node:sqlite as Kysely uses it. Statements on data stay prepared; booleans are converted, as SQLite has none. */
export function toKyselyDatabase(file: DatabaseSync): PreparedDatabase {
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => file.close(),
    forgetStatements: () => prepared.clear(),
    prepare(sql) {
      const known = prepared.get(sql)
      if (known) return known
      if (sql === 'rollback') return rollbackOf(file)
      const statement = adaptStatement(file.prepare(sql))
      if (prepared.size > 500) prepared.clear()
      if (/^\s*(select|insert|update|delete|with)\b/i.test(sql)) prepared.set(sql, statement)
      return statement
    },
  }
}

/**
 * On a full disk SQLite has rolled back by itself. To roll back once more would be a fault of its own, which would hide the true one.
 */
function rollbackOf(file: DatabaseSync): SqliteStatement {
  const statement = adaptStatement(file.prepare('rollback'))
  const nothing = { changes: 0, lastInsertRowid: 0 }
  return { ...statement, run: (parameters) => (file.isTransaction ? statement.run(parameters) : nothing) }
}

/** Rows come as arrays and are named here: half the time of letting node:sqlite make the objects. */
function adaptStatement(statement: StatementSync): SqliteStatement {
  const columns = statement.columns()
  const names = columns.map((column) => column.name)
  const booleans = columns.map((column) => column.type?.toLowerCase() === 'boolean')
  statement.setReturnArrays(true)
  const toRow = (inOrder: object) => {
    // As it was told to return them.
    const values = inOrder as unknown[]
    const row: Record<string, unknown> = {}
    for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = booleans[at] && values[at] !== null ? values[at] === 1 : values[at]
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
