/**
 * Statements that are sent often are prepared once for each connection: the server then reads and plans them no more. Each text has a name of
 * its own, for good, so that no connection can take one for another.
 */
import { LRUCache } from 'lru-cache'
import pg from 'pg'

/** What is sent less often is not worth the server's memory. */
const PREPARED_FROM = 5
/** Each takes some kilobytes of the server for each connection. With thousands of sites, the busiest are there first. */
const MAX_PREPARED = 300
/** Of texts that are counted. */
const MAX_COUNTED_BYTES = 2 * 1024 * 1024

/** The names of one pool. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #counts = new LRUCache<string, number>({
    maxSize: MAX_COUNTED_BYTES,
    sizeCalculation: (_count, sql) => 2 * sql.length + 100,
  })
  /** Of those whose result has another shape since somebody changed a table. */
  readonly #refused = new Set<string>()

  /** @returns undefined for what is sent as it is */
  nameOf(sql: string): string | undefined {
    const name = this.#names.get(sql)
    if (name !== undefined || this.#names.size >= MAX_PREPARED || !isPreparable(sql) || this.#refused.has(sql)) return name
    const count = (this.#counts.get(sql) ?? 0) + 1
    if (count < PREPARED_FROM) {
      this.#counts.set(sql, count)
      return undefined
    }
    this.#counts.delete(sql)
    const given = `s${this.#names.size + this.#refused.size}`
    this.#names.set(sql, given)
    return given
  }

  /** From now on it is sent as it is. */
  refuse(sql: string): void {
    this.#names.delete(sql)
    this.#refused.add(sql)
  }
}

/**
 * A list is planned each time: the best plan depends on the values. A result of all columns changes its shape with the table, which a prepared
 * statement does not survive. A wrong guess costs time only.
 */
const isPreparable = (sql: string): boolean => !/ order by | like | in \(\$1, \$2|\*(?!\))/.test(sql)

const SHAPE_CHANGED = '0A000'

/**
 * A client for `pg.Pool`. Of several statements that are sent as one, the first one's answer is given.
 * @param names what is prepared; absent where each statement may go to another connection of the server
 */
export function clientWithStatementNames(names: StatementNames | undefined): typeof pg.Client {
  return class OwnClient extends pg.Client {
    // The package says fourteen ways of calling it; Kysely and the pool use two of them.
    override query(...sent: readonly unknown[]): never {
      const send = super.query.bind(this) as (...all: readonly unknown[]) => unknown
      const [text, values, ...rest] = sent
      if (typeof text !== 'string' || !Array.isArray(values) || rest.length > 0) return send(...sent) as never
      if (values.length === 0)
        return (send(text) as Promise<unknown>).then((answer) => (Array.isArray(answer) ? answer[0] : answer)) as never
      const name = names?.nameOf(text)
      if (name === undefined) return send(text, values) as never
      return (send({ name, text, values }) as Promise<unknown>).catch((fault: unknown) => {
        if (fault instanceof pg.DatabaseError && fault.code === SHAPE_CHANGED) names?.refuse(text)
        throw fault
      }) as never
    }
  }
}
