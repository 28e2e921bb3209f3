/** SQLite by Node's own node:sqlite: a site is one file. One process owns a data folder. */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteAdapter, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import { createFolder } from '#db/files/create-folder.ts'
import { findDatabaseProblem } from '#db/errors.ts'
import { assertSiteName, type Engine } from '#db/engine.ts'
import { addWriteDependencies, isWithoutInvalidation, recordRead } from '#db/changes/query-dependencies.ts'
import { observeQuery } from '#db/query-observer.ts'
import { takeWrittenKeys, unknownRows, withKeys, parseWrites } from '#db/changes/statement-writes.ts'
import { UNWATCHED_TABLES } from '#db/changes/change-feed.ts'
import { notifyWriteObservers } from '#db/changes/write-observer.ts'
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
      return new Kysely<Tables>({ dialect: new OneFile({ database: toKyselyDatabase(file, site) }), log: observeQuery })
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
 * SQLite takes back a change of tables like any other; Kysely does not count on it, as `pragma foreign_keys` has no
 * effect inside a transaction. No migration of ours uses that, so all of them run in one: a failed start changes nothing.
 */
class OneFile extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
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

/**
 * node:sqlite under Kysely: statements are kept prepared; booleans are converted, as SQLite has none. What they read and write is noted.
 * @param site whose file it is; absent: nobody hears of what is written quietly
 */
export function toKyselyDatabase(file: DatabaseSync, site?: string): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  const columns = new Map<string, string[]>()
  const columnsOf = (table: string): string[] => {
    const known =
      columns.get(table) ??
      file
        .prepare('select name from pragma_table_info(?)')
        .all(table)
        .map(({ name }) => String(name))
    columns.set(table, known)
    return known
  }
  const prepare = (sql: string): SqliteStatement => {
    if (sql === 'rollback') return rollbackOf(file)
    return parseWrites(sql).length > 0 ? prepareWrite(file, sql, columnsOf, site) : prepareRead(file, sql)
  }
  return {
    close: () => file.close(),
    prepare(sql) {
      let statement = prepared.get(sql)
      if (!statement) {
        statement = prepare(sql)
        if (prepared.size > 500) prepared.clear()
        // A schema change makes old column lists wrong, so only plain data statements are kept.
        if (/^\s*(select|insert|update|delete|with)\b/i.test(sql)) prepared.set(sql, statement)
        else if (/^\s*(create|alter|drop)\b/i.test(sql)) {
          prepared.clear()
          columns.clear()
        }
      }
      return statement
    },
  }
}

function prepareRead(file: DatabaseSync, sql: string): SqliteStatement {
  const statement = adaptStatement(file.prepare(sql))
  return {
    ...statement,
    all(parameters) {
      const rows = statement.all(parameters)
      recordRead(sql, parameters, rows as object[])
      return rows
    },
    *iterate(parameters) {
      // Row by row nobody sees all of them: the whole of each table is noted.
      recordRead(`(${sql})`, parameters, [])
      yield* statement.iterate(parameters)
    },
  }
}

/** Returns the keys of what it writes, for the caches alone. */
function prepareWrite(file: DatabaseSync, sql: string, columnsOf: (table: string) => string[], site?: string): SqliteStatement {
  const writes = parseWrites(sql)
  const tables = writes.map(({ table }) => table)
  const isUnwatched = tables.some((table) => UNWATCHED_TABLES.has(table))
  const [write, another] = writes
  const withReturned = write && !another ? withKeys(sql, write, columnsOf(write.table)) : sql
  const statement = adaptStatement(file.prepare(withReturned))
  const isAsked = withReturned !== sql && write !== undefined
  const noteIfUntold = () => {
    if (site !== undefined && (isUnwatched || isWithoutInvalidation())) notifyWriteObservers(site, tables)
  }
  const all = (parameters: readonly unknown[]): unknown[] => {
    const rows = statement.all(parameters)
    recordRead(sql, parameters, [])
    if (rows.length > 0) noteIfUntold()
    if (!isWithoutInvalidation())
      addWriteDependencies(isAsked ? takeWrittenKeys(write, rows as Record<string, unknown>[]) : unknownRows(tables))
    return rows
  }
  return {
    ...statement,
    reader: isAsked ? write.isReturning : statement.reader,
    all,
    run(parameters) {
      if (statement.reader) return { changes: all(parameters).length, lastInsertRowid: 0 }
      const done = statement.run(parameters)
      recordRead(sql, parameters, [])
      if (Number(done.changes) === 0) return done
      noteIfUntold()
      addWriteDependencies(unknownRows(tables))
      return done
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
