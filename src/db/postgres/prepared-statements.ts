/**
 * Prepares frequent statements once per connection, so that the server parses and plans them once. Each SQL text has one name for the
 * lifetime of the pool, so that no connection confuses two statements. Decision 64 has the measurements.
 */
import { LRUCache } from 'lru-cache'
import pg from 'pg'

/** Number of uses at which a statement is prepared; rarer ones are not worth the server's memory. */
const MIN_USES = 5
/**
 * Maximum number of prepared statements per pool. Each takes a few kilobytes of server memory per connection. Those that are used
 * `MIN_USES` times first get a place.
 */
const MAX_PREPARED = 300
/** Maximum memory for the counters of statements that are not prepared yet. */
const MAX_COUNTED_BYTES = 2 * 1024 * 1024

/** Names of the prepared statements of one pool. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #counts = new LRUCache<string, number>({
    maxSize: MAX_COUNTED_BYTES,
    sizeCalculation: (_count, sql) => 2 * sql.length + 100,
  })
  /** Statements that are never prepared again, because a migration has changed the columns of their result. */
  readonly #excluded = new Set<string>()

  /** Returns the name of a statement; undefined if it is sent without preparing it. */
  nameOf(sql: string): string | undefined {
    const name = this.#names.get(sql)
    if (name !== undefined || this.#names.size >= MAX_PREPARED || !isPreparable(sql) || this.#excluded.has(sql)) return name
    const count = (this.#counts.get(sql) ?? 0) + 1
    if (count < MIN_USES) {
      this.#counts.set(sql, count)
      return undefined
    }
    this.#counts.delete(sql)
    const newName = `s${this.#names.size + this.#excluded.size}`
    this.#names.set(sql, newName)
    return newName
  }

  /** Excludes a statement: from now on it is sent without preparing it. */
  exclude(sql: string): void {
    this.#names.delete(sql)
    this.#excluded.add(sql)
  }
}

/**
 * Whether a statement may be prepared. Lists are not prepared, because the best plan depends on the values; nor are results of all columns,
 * which fail after a column was added to the table. A wrong guess costs time only.
 */
const isPreparable = (sql: string): boolean => !/ order by | like | in \(\$1, \$2|\*(?!\))/.test(sql)

/** `feature_not_supported`: "cached plan must not change result type". */
const RESULT_CHANGED = '0A000'

/**
 * Creates the client class for `pg.Pool`. If one query has several statements, it returns the result of the first.
 * @param names undefined behind a pooler, where each statement can reach another connection of the server
 */
export function clientWithStatementNames(names: StatementNames | undefined): typeof pg.Client {
  return class PreparingClient extends pg.Client {
    // The package declares fourteen overloads, of which Kysely and the pool use two.
    override query(...args: readonly unknown[]): never {
      const send = super.query.bind(this) as (...all: readonly unknown[]) => unknown
      const [text, values, ...rest] = args
      if (typeof text !== 'string' || !Array.isArray(values) || rest.length > 0) return send(...args) as never
      if (values.length === 0)
        return (send(text) as Promise<unknown>).then((result) => (Array.isArray(result) ? result[0] : result)) as never
      const name = names?.nameOf(text)
      if (name === undefined) return send(text, values) as never
      return (send({ name, text, values }) as Promise<unknown>).catch((error: unknown) => {
        if (error instanceof pg.DatabaseError && error.code === RESULT_CHANGED) names?.exclude(text)
        throw error
      }) as never
    }
  }
}
