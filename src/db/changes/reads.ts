/** Determines which rows the result of a statement depends on, from Kysely's operation nodes. */
import {
  AggregateFunctionNode,
  AliasNode,
  AndNode,
  BinaryOperationNode,
  FunctionNode,
  IdentifierNode,
  JoinNode,
  OperatorNode,
  OrNode,
  ParensNode,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  SelectAllNode,
  SelectQueryNode,
  TableNode,
  ValueListNode,
  ValueNode,
  type OperationNode,
  type RootOperationNode,
  type SelectionNode,
} from 'kysely'
import { findColumn, findTableAndAlias, listTables, tableName, walk, wordsOf } from './operation-nodes.ts'
import type { TableKeys } from './table-keys.ts'

/** Rows that are read: all rows of a table; rows with one of these values in a key column; rows whose `id` is in a column of the result. */
export type RowsRead =
  | { table: string; kind: 'all' }
  | { table: string; kind: 'keys'; column: string; values: readonly unknown[] }
  | { table: string; kind: 'result'; column: string }

const allRows = (table: string): RowsRead => ({ table, kind: 'all' })
const readAll = (node: OperationNode, tableKeys: TableKeys): RowsRead[] => listTables(node, tableKeys).map(allRows)

/**
 * Lists what a statement reads. If it filters a table by a key column, these are the rows with the filter's values. If it joins a table by
 * its `id`, these are the rows in the result. Otherwise, these are all rows.
 */
export const findReads = (node: RootOperationNode, tableKeys: TableKeys): RowsRead[] =>
  (SelectQueryNode.is(node) ? readSelect(node, tableKeys, true) : undefined) ?? readAll(node, tableKeys)

/** Lists what a select reads. @returns undefined for set operations, common table expressions and others that depend on whole tables */
function readSelect(select: SelectQueryNode, tableKeys: TableKeys, isRoot: boolean): RowsRead[] | undefined {
  const { from, joins = [], where, with: expressions, setOperations = [] } = select
  const source = from?.froms.length === 1 ? findTableAndAlias(from.froms[0]) : undefined
  const joined = joins.flatMap((join) => findJoined(join) ?? [])
  if (!source || joined.length < joins.length || expressions || setOperations.length > 0) return undefined
  const onlyAlias = joins.length === 0 ? source.alias : undefined
  const conditions = where ? listConditions(where.where) : []
  const filters = conditions.flatMap((condition) => findFilter(condition, onlyAlias) ?? [])
  const filterOf = ({ table, alias }: Source): RowsRead | undefined => findBestFilter(filters, table, alias, tableKeys)

  const { nested, tables } = listNestedParts(select, tableKeys)
  const reads = [...tables].map(allRows)
  const choice = conditions.map((condition) => findChoice(condition, source, onlyAlias)).find(Boolean)
  let chosen: RowsRead[] | undefined
  for (const inner of nested) {
    const innerReads = readSelect(inner, tableKeys, false) ?? readAll(inner, tableKeys)
    if (inner === choice && innerReads.every(({ table }) => table === source.table)) chosen = innerReads
    else reads.push(...innerReads)
  }
  const sourceRows = filterOf(source)
  reads.push(...(sourceRows ? [sourceRows] : (chosen ?? [allRows(source.table)])))
  const isShown = isRoot && joined.length > 0 && showsEachRow(select)
  for (const join of joined) {
    const column = isShown && join.id && !decidesOnRows(select, join.alias) ? findOutput(join.id, select.selections ?? []) : undefined
    reads.push(filterOf(join) ?? (column === undefined ? allRows(join.table) : { table: join.table, kind: 'result', column }))
  }
  return reads
}

interface Source {
  table: string
  alias: string
}
interface Column {
  alias: string | undefined
  column: string
}

/** Returns the subqueries of a select, and the tables that it names outside of `from`, `join` and its subqueries. */
function listNestedParts(select: SelectQueryNode, tableKeys: TableKeys): { nested: SelectQueryNode[]; tables: Set<string> } {
  const nested: SelectQueryNode[] = []
  const tables = new Set<string>()
  const visit = (node: OperationNode): boolean => {
    if (SelectQueryNode.is(node)) return nested.push(node) === 0
    if (TableNode.is(node)) {
      if (tableKeys.isTable(tableName(node))) tables.add(tableName(node))
    } else if (RawNode.is(node)) wordsOf(node).forEach((word) => tableKeys.isTable(word) && tables.add(word))
    return true
  }
  for (const part of Object.values(select).flat() as (OperationNode | string)[])
    if (typeof part === 'object' && part !== select.from) walk(JoinNode.is(part) && part.on ? part.on : part, visit)
  return { nested, tables }
}

/** Returns the conditions that all rows of the result meet; empty if they may be combined by `or`. */
function listConditions(where: OperationNode): OperationNode[] {
  const conditions: OperationNode[] = []
  let isSure = true
  const collect = (node: OperationNode): void => {
    if (AndNode.is(node)) [node.left, node.right].forEach(collect)
    else if (ParensNode.is(node) && !OrNode.is(node.node)) collect(node.node)
    else conditions.push(node)
  }
  collect(where)
  for (const condition of conditions)
    walk(condition, (node) => {
      if (RawNode.is(node)) isSure &&= !node.sqlFragments.some((text) => /\bor\b/i.test(text))
      return !SelectQueryNode.is(node)
    })
  return isSure && !conditions.some((condition) => OrNode.is(condition)) ? conditions : []
}

interface Filter extends Column {
  values: readonly unknown[]
}

/**
 * Returns the column and values of a condition `column = value` or `column in (values)`.
 * @param onlyAlias alias that unqualified columns belong to; undefined if there are several tables
 */
function findFilter(condition: OperationNode, onlyAlias: string | undefined): Filter | undefined {
  if (!BinaryOperationNode.is(condition) || !OperatorNode.is(condition.operator)) return undefined
  const { operator } = condition.operator
  const found = findColumn(condition.leftOperand)
  const values = operator === '=' || operator === 'in' ? valuesOf(condition.rightOperand) : undefined
  return found && values && { column: found.column, alias: found.alias ?? onlyAlias, values }
}

function valuesOf(node: OperationNode): readonly unknown[] | undefined {
  if (ValueNode.is(node)) return [node.value]
  if (PrimitiveValueListNode.is(node)) return node.values
  if (!ValueListNode.is(node)) return undefined
  const values = node.values.flatMap((item) => (ValueNode.is(item) ? [item.value] : []))
  return values.length === node.values.length ? values : undefined
}

/** Returns the most selective filter: by `id`, else by `slug`, else the first one. */
function findBestFilter(filters: readonly Filter[], table: string, alias: string, tableKeys: TableKeys): RowsRead | undefined {
  const keyFilters = filters.filter((filter) => filter.alias === alias && tableKeys.columnsOf(table).includes(filter.column))
  const best = keyFilters.find(({ column }) => column === 'id') ?? keyFilters.find(({ column }) => column === 'slug') ?? keyFilters[0]
  return best && { table, kind: 'keys', column: best.column, values: best.values }
}

/** Returns the subquery of `id in (select id from …)`, which determines the rows that are read. */
function findChoice(condition: OperationNode, source: Source, onlyAlias: string | undefined): SelectQueryNode | undefined {
  if (!BinaryOperationNode.is(condition) || !OperatorNode.is(condition.operator) || condition.operator.operator !== 'in') return undefined
  const found = findColumn(condition.leftOperand)
  const { rightOperand: inner } = condition
  if (found?.column !== 'id' || (found.alias ?? onlyAlias) !== source.alias || !SelectQueryNode.is(inner)) return undefined
  const [chosen, another] = inner.selections ?? []
  return chosen && !another && findColumn(chosen.selection)?.column === 'id' ? inner : undefined
}

interface Joined extends Source {
  /** The column of another table that equals its `id`; undefined for any other condition. */
  id: Column | undefined
}

/** Returns the table of a join; undefined for joins that may add rows (right, full, cross) and for joined subqueries. */
function findJoined({ joinType, table: node, on }: JoinNode): Joined | undefined {
  const source = joinType === 'InnerJoin' || joinType === 'LeftJoin' ? findTableAndAlias(node) : undefined
  if (!source) return undefined
  const condition = on?.on
  if (!condition || !BinaryOperationNode.is(condition) || !OperatorNode.is(condition.operator) || condition.operator.operator !== '=')
    return { ...source, id: undefined }
  const sides = [findColumn(condition.leftOperand), findColumn(condition.rightOperand)]
  const isOwnId = (side: Column | undefined) => side?.alias === source.alias && side.column === 'id'
  const other = isOwnId(sides[0]) ? sides[1] : isOwnId(sides[1]) ? sides[0] : undefined
  return { ...source, id: other?.alias === source.alias ? undefined : other }
}

const AGGREGATE = /\b(distinct|count|sum|avg|min|max|total|group_concat|\w+_agg|json_group_\w+)\b/i

/** Whether every matched row is a row of the result, i.e. nothing is grouped or aggregated. */
function showsEachRow({ groupBy, having, distinctOn = [], frontModifiers = [], selections = [] }: SelectQueryNode): boolean {
  let isShown = !groupBy && !having && distinctOn.length === 0 && frontModifiers.length === 0
  for (const selection of selections)
    walk(selection, (node) => {
      if (AggregateFunctionNode.is(node)) isShown = false
      else if (FunctionNode.is(node)) isShown &&= !AGGREGATE.test(node.func)
      else if (RawNode.is(node)) isShown &&= !node.sqlFragments.some((text) => AGGREGATE.test(text))
      return !SelectQueryNode.is(node)
    })
  return isShown
}

/** Whether a joined table affects which rows are found or their order. */
function decidesOnRows({ joins = [], where, orderBy, limit, offset, selections = [] }: SelectQueryNode, alias: string): boolean {
  const ordered = (orderBy?.items ?? []).map(({ orderBy: by }) => outputNamed(by, selections) ?? by)
  const others = joins
    .filter(({ joinType, table }) => joinType === 'InnerJoin' && findTableAndAlias(table)?.alias !== alias)
    .map(({ on }) => on)
  return [where, ...ordered, limit, offset, ...others].some((part) => part !== undefined && mentions(part, alias, false))
}

/** Returns the expression that an unqualified column refers to, if it is the name of a column of the result. */
function outputNamed(node: OperationNode, selections: readonly SelectionNode[]): OperationNode | undefined {
  const found = findColumn(node)
  if (!found || found.alias !== undefined) return undefined
  return selections.map(({ selection }) => selection).find((selection) => outputName(selection) === found.column)
}

/**
 * Whether an expression refers to the alias. An unqualified column may belong to any table of the select; in a subquery it counts as the
 * subquery's own.
 */
function mentions(part: OperationNode, alias: string, isNested: boolean): boolean {
  let isMentioned = false
  walk(part, (node) => {
    if (ReferenceNode.is(node)) isMentioned ||= node.table ? node.table.table.identifier.name === alias : !isNested
    else if (RawNode.is(node)) isMentioned ||= wordsOf(node).includes(alias)
    else if (SelectQueryNode.is(node) && !isNested) {
      isMentioned ||= mentions(node, alias, true)
      return false
    }
    return !isMentioned
  })
  return isMentioned
}

const outputName = (selection: OperationNode): string | undefined =>
  AliasNode.is(selection) ? (IdentifierNode.is(selection.alias) ? selection.alias.name : undefined) : findColumn(selection)?.column

/** Returns the name of a column in the result; undefined if it is not selected, or if its name may be ambiguous. */
function findOutput({ alias, column }: Column, selections: readonly SelectionNode[]): string | undefined {
  const nodes = selections.map(({ selection }) => selection)
  const isIt = (node: OperationNode) => {
    const found = findColumn(AliasNode.is(node) ? node.node : node)
    return found !== undefined && alias !== undefined && found.alias === alias && found.column === column
  }
  const isAll = (node: OperationNode) => SelectAllNode.is(node) || (ReferenceNode.is(node) && SelectAllNode.is(node.column))
  const isAllOf = (node: OperationNode) => ReferenceNode.is(node) && isAll(node) && node.table?.table.identifier.name === alias
  const found = nodes.find(isIt) ?? nodes.find(isAllOf)
  if (!found) return undefined
  const name = isAll(found) ? column : outputName(found)
  const isUnique = nodes.every((node) => node === found || !(isAll(node) || outputName(node) === name))
  return isUnique ? name : undefined
}
