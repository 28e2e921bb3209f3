/** Determines which rows a statement writes, from Kysely's operation nodes and from the keys that it returns. */
import {
  AliasNode,
  ColumnNode,
  DeleteQueryNode,
  IdentifierNode,
  InsertQueryNode,
  MergeQueryNode,
  RawNode,
  ReferenceNode,
  ReturningNode,
  SelectionNode,
  TableNode,
  UpdateQueryNode,
  type ColumnUpdateNode,
  type OperationNode,
  type RootOperationNode,
} from 'kysely'
import { findColumn, findTableAndAlias, listTables, walk } from './operation-nodes.ts'
import { anyKeyOf, rowKey, unknownRows } from './row-keys.ts'
import type { TableKeys } from './table-keys.ts'

/** Rows that a statement writes to a single table and whose keys it can return. */
export interface RowsWritten {
  table: string
  alias: string
  /** Columns that an update or upsert sets; their previous values are unknown. */
  changed: ReadonlySet<string>
}

export interface StatementWrite {
  tables: readonly string[]
  /** The written rows. Undefined for raw SQL and for statements with several writes: any row of the tables may be changed. */
  rows: RowsWritten | undefined
}

type WriteNode = InsertQueryNode | UpdateQueryNode | DeleteQueryNode | MergeQueryNode

const isWrite = (node: OperationNode): node is WriteNode =>
  InsertQueryNode.is(node) || UpdateQueryNode.is(node) || DeleteQueryNode.is(node) || MergeQueryNode.is(node)

/** Returns what a statement writes; undefined for a read-only statement. */
export function findWrite(node: RootOperationNode, tableKeys: TableKeys): StatementWrite | undefined {
  if (RawNode.is(node)) return findRawWrite(node, tableKeys)
  const isWriteNode = isWrite(node)
  const others: WriteNode[] = []
  if ('with' in node && node.with) walk(node.with, (child) => !isWrite(child) || others.push(child) > 0)
  if (!isWriteNode && others.length === 0) return undefined
  const writes = isWriteNode ? [node, ...others] : others
  const rows = isWriteNode && others.length === 0 ? findRows(node) : undefined
  return { tables: rows ? [rows.table] : [...new Set(writes.flatMap((write) => listTables(write, tableKeys)))], rows }
}

const WRITES = /\b(insert|update|delete|merge|truncate|copy|replace into)\b/i

function findRawWrite(node: RawNode, tableKeys: TableKeys): StatementWrite | undefined {
  let isWriting = false
  walk(node, (child) => {
    if (RawNode.is(child)) isWriting ||= child.sqlFragments.some((text) => WRITES.test(text))
    return !isWriting
  })
  const tables = isWriting ? listTables(node, tableKeys) : []
  return tables.length > 0 ? { tables, rows: undefined } : undefined
}

function findRows(node: WriteNode): RowsWritten | undefined {
  // `insert or replace` also deletes rows.
  if (MergeQueryNode.is(node) || (InsertQueryNode.is(node) && (node.replace || node.orAction))) return undefined
  const target = InsertQueryNode.is(node) ? node.into : UpdateQueryNode.is(node) ? node.table : onlyOne(node.from.froms)
  const source = findTableAndAlias(target)
  const changed = findChangedColumns(
    InsertQueryNode.is(node) ? node.onConflict?.updates : UpdateQueryNode.is(node) ? node.updates : undefined,
  )
  return source && changed && { ...source, changed }
}

const onlyOne = (nodes: readonly OperationNode[]): OperationNode | undefined => (nodes.length === 1 ? nodes[0] : undefined)

/** Returns the columns that an update sets; undefined if they cannot be determined. */
function findChangedColumns(updates: readonly ColumnUpdateNode[] = []): Set<string> | undefined {
  const columns = updates.map(({ column }) => findColumn(column)?.column)
  return columns.includes(undefined) ? undefined : new Set(columns as string[])
}

/** Prefix of the columns that are returned for the recorder. */
const KEY_PREFIX = '~'

/** Returns the statement with the key columns of its table added to its `returning` clause. */
export function withReturnedKeys(node: RootOperationNode, { table, alias }: RowsWritten, tableKeys: TableKeys): RootOperationNode {
  const selections = tableKeys.columnsOf(table).map((column) => {
    const reference = ReferenceNode.create(ColumnNode.create(column), TableNode.create(alias))
    return SelectionNode.create(AliasNode.create(reference, IdentifierNode.create(KEY_PREFIX + column)))
  })
  if (selections.length === 0 || !isWrite(node)) return node
  const { returning } = node
  return { ...node, returning: returning ? ReturningNode.cloneWithSelections(returning, selections) : ReturningNode.create(selections) }
}

/** Maximum number of rows that are tracked singly; above it, the whole table counts as written. */
const MAX_ROWS = 100

/** Removes the returned keys from the rows. @returns the written keys; undefined if none were returned */
export function takeWrittenKeys({ table, changed }: RowsWritten, rows: readonly Record<string, unknown>[]): string[] | undefined {
  const keyNames = Object.keys(rows[0] ?? {}).filter((name) => name.startsWith(KEY_PREFIX))
  if (keyNames.length === 0) return undefined
  const written = new Set<string>()
  const isMany = rows.length > MAX_ROWS
  for (const row of rows)
    for (const name of keyNames) {
      const value = row[name]
      delete row[name]
      if (isMany) continue
      const column = name.slice(KEY_PREFIX.length)
      if (changed.has(column)) written.add(anyKeyOf(table, column))
      if (value !== null && value !== undefined) written.add(rowKey(table, column, value) ?? anyKeyOf(table, column))
    }
  return isMany ? unknownRows([table]) : [table, ...written]
}
