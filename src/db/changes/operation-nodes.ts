/** Helpers that inspect Kysely's operation nodes. */
import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  RawNode,
  ReferenceNode,
  TableNode,
  type OperationNode,
  type RootOperationNode,
} from 'kysely'
import type { TableKeys } from './table-keys.ts'

/** Kinds of nodes whose children `walk` skips. A `ReferenceNode` contains a `TableNode`, but that one holds the alias, not the table. */
const SKIPPED_KINDS: ReadonlySet<string> = new Set([
  'ColumnNode',
  'CommonTableExpressionNameNode',
  'IdentifierNode',
  'OperatorNode',
  'PrimitiveValueListNode',
  'ReferenceNode',
  'ValueNode',
])

const isNode = (value: unknown): value is OperationNode => typeof value === 'object' && value !== null && 'kind' in value

/**
 * Visits a node and its descendants, depth first. `visit` returns false to skip the children; those of `SKIPPED_KINDS` are always skipped.
 */
export function walk(node: OperationNode, visit: (node: OperationNode) => boolean): void {
  if (!visit(node) || SKIPPED_KINDS.has(node.kind)) return
  for (const value of Object.values(node) as unknown[])
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(child)) walk(child, visit)
}

/** Returns the name of the table; a full-text index such as `topics_fts` counts as its table, `topics`. */
export const tableName = ({ table }: TableNode): string => table.identifier.name.replace(/_fts$/, '')

/** Returns the table of a `from`, `join` or `into`, and its alias; undefined for a subquery, a list, or raw SQL. */
export function findTableAndAlias(node: OperationNode | undefined): { table: string; alias: string } | undefined {
  if (!node) return undefined
  if (TableNode.is(node)) return { table: tableName(node), alias: node.table.identifier.name }
  if (!AliasNode.is(node) || !TableNode.is(node.node) || !IdentifierNode.is(node.alias)) return undefined
  return { table: tableName(node.node), alias: node.alias.name }
}

/** Returns the name of a column, with the alias of its table where it is qualified; undefined for any other expression. */
export function findColumn(node: OperationNode): { alias: string | undefined; column: string } | undefined {
  if (ColumnNode.is(node)) return { alias: undefined, column: node.column.name }
  if (!ReferenceNode.is(node) || !ColumnNode.is(node.column)) return undefined
  return { alias: node.table?.table.identifier.name, column: node.column.column.name }
}

/** Returns every word of raw SQL that may be an identifier: words of the text in lower case, identifier parameters as written. */
export function wordsOf({ sqlFragments, parameters }: RawNode): string[] {
  const identifiers = parameters.flatMap((parameter) => (IdentifierNode.is(parameter) ? [parameter.name] : []))
  return [...sqlFragments.flatMap((text) => text.toLowerCase().match(/[a-z_]\w*/g) ?? []), ...identifiers]
}

/** Returns all tables that a statement or a part of it names; in raw SQL every word that is a table name. */
export function listTables(node: OperationNode, tableKeys: TableKeys): string[] {
  const tables = new Set<string>()
  walk(node, (child) => {
    if (TableNode.is(child)) tables.add(tableName(child))
    else if (RawNode.is(child)) wordsOf(child).forEach((word) => tableKeys.isTable(word) && tables.add(word))
    return true
  })
  return [...tables]
}

/** Whether the statement may change the columns of the tables that it names (DDL). */
export const changesColumns = (node: RootOperationNode): boolean =>
  RawNode.is(node) ? /^\s*(alter|drop)\b/i.test(node.sqlFragments[0] ?? '') : /^(Create|Alter|Drop)TableNode$/.test(node.kind)
