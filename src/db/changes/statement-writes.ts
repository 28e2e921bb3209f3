/**
 * Which rows a statement has written, read off its SQL and its result: it is made to return the keys of the rows it wrote, and
 * whoever sent it sees nothing of that.
 */
import { LRUCache } from 'lru-cache'
import { isKeyColumn } from './statement-reads.ts'

export interface TableWrite {
  table: string
  /** What it is called in the statement. */
  alias: string
  /** Columns of an update: rows may have had another key before. */
  changed: ReadonlySet<string>
  /** Whether it says itself what it returns. */
  isReturning: boolean
}

const NAME = String.raw`(?:"[^"]+"\.)?"([a-z_]+)"`
const START = new RegExp(String.raw`^\s*(?:insert into|update|delete from) ${NAME}(?: as "([^"]+)")?`, 'i')
const ANY_WRITE = new RegExp(String.raw`\b(?:insert into|update|delete from) ${NAME}`, 'gi')

const analysed = new LRUCache<string, readonly TableWrite[]>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (_writes, sql) => 2 * sql.length + 500,
  memoMethod: (sql) => analyse(sql),
})

/** Empty when the statement writes nothing; more than one when they are parts of something larger, whose rows are not known. */
export const parseWrites = (sql: string): readonly TableWrite[] => analysed.memo(sql)

function analyse(sql: string): readonly TableWrite[] {
  // `for update` is no write.
  const tables = [...new Set([...sql.matchAll(ANY_WRITE)].map((match) => match[1] ?? ''))]
  const [, table, alias = table] = START.exec(sql) ?? []
  if (tables.length !== 1 || table === undefined || alias === undefined)
    return tables.flatMap((one) =>
      Array.from({ length: 2 }, () => ({ table: one, alias: one, changed: new Set<string>(), isReturning: true })),
    )
  const set = /^\s*update /i.test(sql) ? (sql.split(' where ')[0] ?? '') : ''
  const changed = new Set([...set.matchAll(/(?:set|,) "([^"]+)" =/g)].map((match) => match[1] ?? ''))
  return [{ table, alias, changed, isReturning: / returning /i.test(sql) }]
}

/** Before the names of columns that are returned for us alone. */
const OWN = '~'

/** The statement, made to return the keys of what it writes. @param columns all of its table */
export function withKeys(sql: string, { alias, isReturning }: TableWrite, columns: readonly string[]): string {
  const keys = columns.filter(isKeyColumn).map((column) => `"${alias}"."${column}" as "${OWN}${column}"`)
  if (keys.length === 0) return sql
  return `${sql}${isReturning ? ',' : ' returning'} ${keys.join(', ')}`
}

/** More rows than this are said as all rows of the table. */
const MAX_ROWS = 100
const MAX_KEY_LENGTH = 100

/** What every answer that depends on some rows of the table also depends on: rows that are not known were written. */
export const anyRowKey = (table: string): string => `${table}:*`
/** @returns undefined for a value that is too long to be a key */
export function rowKey(table: string, column: string, value: unknown): string | undefined {
  const text = String(value)
  return text.length > MAX_KEY_LENGTH ? undefined : `${table}:${column}=${encodeURIComponent(text).replaceAll("'", '%27')}`
}
/** What an answer depends on beside the key itself, and what is written where a column's value is not known. */
export const anyKeyOf = (table: string, column: string): string => `${table}:${column}=*`

type Row = Record<string, unknown>

/** The keys of the rows that were written, and of their table. Takes its own columns out of the rows. */
export function takeWrittenKeys({ table, changed }: TableWrite, rows: Row[]): string[] {
  if (rows.length === 0) return []
  const keys = new Set([table])
  const isMany = rows.length > MAX_ROWS
  for (const row of rows)
    for (const name of Object.keys(row)) {
      if (!name.startsWith(OWN)) continue
      const column = name.slice(OWN.length)
      const value = row[name]
      delete row[name]
      if (isMany) continue
      if (changed.has(column)) keys.add(anyKeyOf(table, column))
      if (value !== null && value !== undefined) keys.add(rowKey(table, column, value) ?? anyKeyOf(table, column))
    }
  if (isMany) keys.add(anyRowKey(table))
  return [...keys]
}

/** What is said of a write whose rows are not known. */
export const unknownRows = (tables: readonly string[]): string[] => tables.flatMap((table) => [table, anyRowKey(table)])
