/** Gives every column of every table a non-default value in one row, and null in another if it is nullable. */
import { forAnyTable, type AnyRow } from '#db/any-table.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { AWKWARD_TEXT } from '#tests/support/archive-fixture.ts'
import { listColumns, type Column } from '#tests/support/table-columns.ts'

const AT = '2026-03-29T01:59:59.999Z'

/**
 * Changes rows of a site that has rows in every table.
 * @param siteId id of the site, which is the name of its schema on PostgreSQL
 * @param tables names of the tables, referenced tables first
 * @returns the columns that could not be set, each with the value that is missing
 */
export async function fillEveryColumn(db: SiteDatabase, siteId: string, tables: readonly string[]): Promise<string[]> {
  const missing: string[] = []
  const columnsOf = await listColumns(db, siteId)
  for (const table of tables) {
    const columns = columnsOf.get(table) ?? []
    if (columns.length === 0) missing.push(`${table} does not exist`)
    await addRow(db, table, columns)
    for (const column of columns.filter(({ isAutoIncrementing, name }) => !isAutoIncrementing && name !== 'id')) {
      for (const value of valuesOf(column)) if (!(await hasOwnValue(db, table, column))) await setColumn(db, table, column, value)
      if (!(await hasOwnValue(db, table, column))) missing.push(`${table}.${column.name} has only its default`)
      if (!column.isNullable) continue
      if (!(await hasNull(db, table, column))) await setColumn(db, table, column, null)
      if (!(await hasNull(db, table, column))) missing.push(`${table}.${column.name} is never null`)
    }
  }
  return missing
}

const rowsOf = (db: SiteDatabase, table: string): Promise<AnyRow[]> => forAnyTable(db).selectFrom(table).selectAll().execute()

const isTime = ({ name, dataType }: Column) => /time/i.test(dataType) || /(^|_)(at|until|since)$/.test(name)
const isNumber = ({ dataType }: Column) => /int|numeric|real|double|float/i.test(dataType)

/** Returns candidate values for a column. A number has several, because it may be a foreign key. */
function valuesOf(column: Column): readonly (string | number | boolean)[] {
  if (isTime(column)) return [AT]
  if (/bool/i.test(column.dataType)) return [true]
  return isNumber(column) ? [3, 2, 1] : [`${AWKWARD_TEXT} ${column.name}`]
}

/** Whether a row has a value other than the default that a lost column would get. */
async function hasOwnValue(db: SiteDatabase, table: string, column: Column): Promise<boolean> {
  const values = (await rowsOf(db, table)).map((row) => row[column.name])
  const isDefault = (value: unknown) =>
    value === null || value === '' || value === 0 || value === false || (column.hasDefaultValue && value === 1)
  if (values.some((value) => String(value).startsWith(AWKWARD_TEXT))) return true
  if (column.hasDefaultValue && typeof values[0] === 'string') return new Set(values.filter((value) => !isDefault(value))).size > 1
  return values.some((value) => !isDefault(value))
}

const hasNull = async (db: SiteDatabase, table: string, { name }: Column): Promise<boolean> =>
  (await rowsOf(db, table)).some((row) => row[name] === null)

/** Sets null in the last possible row and a value in the first, so that they do not overwrite each other. */
async function setColumn(db: SiteDatabase, table: string, column: Column, value: AnyRow[string]): Promise<void> {
  const rows = await rowsOf(db, table)
  for (const row of value === null ? rows.toReversed() : rows) {
    if (value === null && rows.filter((one) => one[column.name] === row[column.name]).length === rows.length && rows.length === 1) return
    const changed = await change(db, table, row, { [column.name]: value })
    if (changed) return
  }
}

/** Sets a value in a row. @returns `false` if a foreign key or unique constraint rejects the value; another row may accept it */
async function change(db: SiteDatabase, table: string, row: AnyRow, values: AnyRow): Promise<boolean> {
  let query = forAnyTable(db).updateTable(table).set(values)
  for (const [name, value] of Object.entries(row)) query = value === null ? query.where(name, 'is', null) : query.where(name, '=', value)
  return query.execute().then(
    () => true,
    () => false,
  )
}

/** Inserts a minimal row, whose foreign keys refer to the first row of their tables. */
async function insertMinimalRow(db: SiteDatabase, table: string, columns: readonly Column[]): Promise<void> {
  // SQLite reports primary keys as nullable.
  const required = columns.filter(
    ({ isNullable, hasDefaultValue, isAutoIncrementing, name }, index) =>
      !isAutoIncrementing && name !== 'id' && (index === 0 || !(isNullable || hasDefaultValue)),
  )
  const row = Object.fromEntries(required.map((column) => [column.name, valuesOf(column).at(-1) ?? null]))
  await forAnyTable(db).insertInto(table).values(row).execute()
}

/** Adds a second, similar row to a table with only one. */
async function addRow(db: SiteDatabase, table: string, columns: readonly Column[]): Promise<void> {
  if ((await rowsOf(db, table)).length === 0) await insertMinimalRow(db, table, columns)
  const rows = await rowsOf(db, table)
  const [row] = rows
  if (!row || rows.length > 1) return
  const { id: _id, ...rest } = row
  const next = (name: string, value: AnyRow[string]): AnyRow[string] => {
    const column = columns.find((one) => one.name === name)
    if (!column || value === null || isTime(column) || typeof value === 'boolean') return value
    return typeof value === 'number' ? value : `${value}2`
  }
  const copy = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, next(name, value)]))
  const insert = (values: AnyRow) =>
    forAnyTable(db)
      .insertInto(table)
      .values(values)
      .execute()
      .then(
        () => true,
        () => false,
      )
  if (await insert(copy)) return
  // The conflicting number is a key or a foreign key.
  for (const [name, value] of Object.entries(copy)) if (typeof value === 'number' && (await insert({ ...copy, [name]: value + 1 }))) return
  // Several of them are keys.
  await insert(Object.fromEntries(Object.entries(copy).map(([name, value]) => [name, typeof value === 'number' ? value + 1 : value])))
}
