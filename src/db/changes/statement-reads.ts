/**
 * Which rows a statement's answer depends on, read off its SQL. Kysely always writes alike, and what is written otherwise depends
 * on whole tables. A key is a column by which rows are found: `id`, `slug`, or one that ends in `_id`.
 */
import { LRUCache } from 'lru-cache'

/** Rows of a table: all of them; those whose key is a parameter; those whose `id` stands in a column of the result. */
export type RowsRead =
  | { table: string; kind: 'all' }
  | { table: string; kind: 'keys'; column: string; parameters: readonly number[] }
  | { table: string; kind: 'result'; column: string }

export const isKeyColumn = (column: string): boolean => /^(id|slug|[a-z_]+_id)$/.test(column)

const analysed = new LRUCache<string, readonly RowsRead[]>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (reads, sql) => 2 * sql.length + 200 * reads.length + 300,
  memoMethod: (sql) => analyse(sql),
})

/** @param sql a statement as Kysely compiles it, for either engine */
export const parseReads = (sql: string): readonly RowsRead[] => analysed.memo(sql)

const NAME = String.raw`(?:"[^"]+"\.)?"([a-z_]+?)(?:_fts)?"`
const TABLES = new RegExp(String.raw`\b(?:from|join)\s+${NAME}`, 'gi')
const allTables = (sql: string): RowsRead[] =>
  [...new Set([...sql.matchAll(TABLES)].map((match) => match[1] ?? ''))].map((table) => ({ table, kind: 'all' }))

function analyse(sql: string): readonly RowsRead[] {
  if (!/^select /i.test(sql) || /\b(union|intersect|except|lateral)\b/i.test(sql)) return allTables(sql)
  return analyseSelect({ text: sql, at: 0 }, countParameters(sql), true) ?? allTables(sql)
}

/** A part of the statement, and where it begins: its parameters are counted from there. */
interface Part {
  text: string
  at: number
}

/** For each position how many `?` stand before it; PostgreSQL's say their number themselves. */
function countParameters(sql: string): (position: number) => number {
  const positions = [...sql.matchAll(/"[^"]*"|'[^']*'|\?/g)].filter(([found]) => found === '?').map(({ index }) => index)
  return (position) => positions.findIndex((one) => one >= position)
}

interface Joined {
  table: string
  alias: string
  /** `alias.column` that its id equals; undefined for any other condition. */
  from: string | undefined
}

const SOURCE = new RegExp(String.raw`^${NAME}(?: as "([^"]+)")?$`)
const JOIN = new RegExp(String.raw`^(?:inner|left) join ${NAME}(?: as "([^"]+)")? on (.+)$`)

function analyseSelect(part: Part, parameterAt: (position: number) => number, isRoot: boolean): RowsRead[] | undefined {
  const clauses = splitClauses(part)
  if (!clauses) return undefined
  const { list, from, where, rest } = clauses
  const [source = '', ...joinTexts] = splitAtDepthZero(from, / (?=(?:inner|left|right|full|cross) join )/g).map(({ text }) => text)
  const [, table, alias = table] = SOURCE.exec(source) ?? []
  if (table === undefined || alias === undefined) return undefined
  const joins = joinTexts.map(parseJoin)
  if (joins.some((join) => join === undefined)) return undefined
  const conjuncts = where && splitAtDepthZero(where, / and /g)
  const hasOr = where !== undefined && splitAtDepthZero(where, / or /g).length > 1
  const keys = hasOr ? [] : (conjuncts ?? []).flatMap((one) => keyOf(one, joins.length === 0 ? alias : undefined, parameterAt))

  const reads: RowsRead[] = []
  // A select in parentheses is a reading of its own; one that chooses this table's ids says what is read of it.
  let chosen: RowsRead[] | undefined
  for (const nested of nestedSelects([list, from, ...(where ? [where] : []), rest])) {
    const inner = analyseSelect(nested.part, parameterAt, false)
    if (!inner) return undefined
    const isChoice = !hasOr && nested.part.text.startsWith('select "id" from') && chooses(nested.before, alias, joins.length === 0)
    if (isChoice && inner.every((one) => one.table === table)) chosen = inner
    else reads.push(...inner)
  }
  const own = bestKey(keys.filter((key) => key.alias === alias))
  reads.push(
    ...(own
      ? [{ table, kind: 'keys', column: own.column, parameters: own.parameters } as const]
      : (chosen ?? [{ table, kind: 'all' } as const])),
  )

  const shown = isRoot && !/\b(distinct|count|sum|avg|min|max)\b/i.test(list.text) && !/ group by /.test(rest.text)
  for (const join of joins) {
    if (!join) continue
    const key = bestKey(keys.filter((one) => one.alias === join.alias))
    const column = shown && join.from !== undefined && !mentions(join.alias, [where, rest]) ? outputOf(join.from, list.text) : undefined
    if (key) reads.push({ table: join.table, kind: 'keys', column: key.column, parameters: key.parameters })
    else if (column === undefined) reads.push({ table: join.table, kind: 'all' })
    else reads.push({ table: join.table, kind: 'result', column })
  }
  return reads
}

interface Clauses {
  list: Part
  from: Part
  where: Part | undefined
  rest: Part
}

function splitClauses({ text, at }: Part): Clauses | undefined {
  const fromAt = findAtDepthZero(text, / from /g)
  if (fromAt === undefined) return undefined
  const restAt = findAtDepthZero(text, / (?:group by|having|order by|limit|offset|for (?:no key )?update) /g) ?? text.length
  const whereAt = findAtDepthZero(text, / where /g)
  const part = (from: number, to: number): Part => ({ text: text.slice(from, to), at: at + from })
  if (restAt < fromAt || (whereAt !== undefined && (whereAt < fromAt || whereAt > restAt))) return undefined
  return {
    list: part('select '.length, fromAt),
    from: part(fromAt + ' from '.length, whereAt ?? restAt),
    where: whereAt === undefined ? undefined : part(whereAt + ' where '.length, restAt),
    rest: part(restAt, text.length),
  }
}

function parseJoin(text: string): Joined | undefined {
  const [, table, alias = table, condition = ''] = JOIN.exec(text) ?? []
  if (table === undefined || alias === undefined) return undefined
  const [, one, oneColumn, other, otherColumn] = /^"([^"]+)"\."([^"]+)" = "([^"]+)"\."([^"]+)"$/.exec(condition) ?? []
  const from =
    one === alias && oneColumn === 'id'
      ? `${other}.${otherColumn}`
      : other === alias && otherColumn === 'id'
        ? `${one}.${oneColumn}`
        : undefined
  return { table, alias, from }
}

interface Key {
  alias: string
  column: string
  parameters: number[]
}

/** @param only what a column without a table's name belongs to */
function keyOf({ text, at }: Part, only: string | undefined, parameterAt: (position: number) => number): Key[] {
  const [, alias = only, column = '', values = ''] =
    /^(?:"([^"]+)"\.)?"([^"]+)" (?:= |in \()((?:(?:\$\d+|\?)(?:, )?)+)\)?$/.exec(text) ?? []
  if (alias === undefined || !isKeyColumn(column)) return []
  const first = at + text.length - values.length - (text.endsWith(')') ? 1 : 0)
  const parameters = values.split(', ').map((one, n) => (one.startsWith('$') ? Number(one.slice(1)) - 1 : parameterAt(first) + n))
  return [{ alias, column, parameters }]
}

/** The one that fewest rows share. */
const bestKey = (keys: Key[]): Key | undefined =>
  keys.find(({ column }) => column === 'id') ?? keys.find(({ column }) => column === 'slug') ?? keys[0]

const chooses = (before: string, alias: string, isOnly: boolean): boolean =>
  before.endsWith(`"${alias}"."id" in (`) || (isOnly && /(?:^|[^.])"id" in \($/.test(before))

const mentions = (alias: string, parts: (Part | undefined)[]): boolean => parts.some((part) => part?.text.includes(`"${alias}".`))

/** What a column of the select list is called in the result. */
function outputOf(column: string, list: string): string | undefined {
  const [alias = '', name = ''] = column.split('.')
  for (const { text } of splitAtDepthZero({ text: list, at: 0 }, /, /g)) {
    if (text === `"${alias}"."${name}"`) return name
    const [, renamed] = new RegExp(`^"${alias}"\\."${name}" as "([^"]+)"$`).exec(text) ?? []
    if (renamed !== undefined) return renamed
    if (text === `"${alias}".*`) return name
  }
  return undefined
}

/** Selects in parentheses, those inside them not; and what stands before each. */
function nestedSelects(parts: Part[]): { part: Part; before: string }[] {
  return parts.flatMap(({ text, at }) => {
    const found: { part: Part; before: string }[] = []
    for (let from = text.indexOf('(select '); from >= 0; from = text.indexOf('(select ', from)) {
      const to = closing(text, from)
      found.push({ part: { text: text.slice(from + 1, to), at: at + from + 1 }, before: text.slice(0, from + 1) })
      from = to
    }
    return found
  })
}

function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '"' || text[at] === "'") at = endOfQuoted(text, at)
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}

const endOfQuoted = (text: string, at: number): number => {
  const end = text.indexOf(text[at] ?? '"', at + 1)
  return end < 0 ? text.length : end
}

/** The text with everything in parentheses and quotes made blank: what is found in it stands outside of them. */
function outside(text: string): string {
  let made = ''
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (letter === '"' || letter === "'") {
      const end = endOfQuoted(text, at)
      made += '\0'.repeat(Math.min(end, text.length - 1) - at + 1)
      at = end
    } else {
      if (letter === ')') depth -= 1
      made += depth > 0 ? '\0' : letter
      if (letter === '(') depth += 1
    }
  }
  return made
}

const findAtDepthZero = (text: string, pattern: RegExp): number | undefined => [...outside(text).matchAll(pattern)][0]?.index

function splitAtDepthZero({ text, at }: Part, pattern: RegExp): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const match of outside(text).matchAll(pattern)) {
    parts.push({ text: text.slice(from, match.index), at: at + from })
    from = match.index + match[0].length
  }
  return [...parts, { text: text.slice(from), at: at + from }]
}
