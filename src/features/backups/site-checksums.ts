/** Counts and checksums of a site's rows and files, independent of the engine and of the order. */
import { createHash, hash } from 'node:crypto'
import type { AnyRow } from '#db/any-table.ts'
import type { SiteChecksums } from './backup.format.ts'

const MODULUS = 1n << 256n

/** Order-independent checksum: the sum of SHA-256 hashes modulo 2^256. Unlike XOR, duplicates do not cancel out. */
class UnorderedSum {
  count = 0
  #sum = 0n

  add(sha256: string): void {
    this.count += 1
    this.#sum = (this.#sum + BigInt(`0x${sha256}`)) % MODULUS
  }

  get hex(): string {
    return this.#sum.toString(16).padStart(64, '0')
  }
}

export class SiteChecksumBuilder {
  readonly #migration: string
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- the tables of a site, while it is read
  readonly #tables = new Map<string, UnorderedSum>()
  readonly #files = new UnorderedSum()
  #bytes = 0

  constructor(migration: string) {
    this.#migration = migration
  }

  /** Adds a table, so that one without rows is listed, too. */
  addTable(table: string): void {
    if (!this.#tables.has(table)) this.#tables.set(table, new UnorderedSum())
  }

  addRow(table: string, row: AnyRow): void {
    this.addTable(table)
    const sorted = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))
    this.#tables.get(table)?.add(hash('sha256', JSON.stringify(sorted)))
  }

  /** Passes the bytes of a file through, and adds the file at their end. */
  async *addFile(path: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const sum = createHash('sha256').update(`${path}\0`)
    for await (const part of content) {
      sum.update(part)
      this.#bytes += part.length
      yield part
    }
    this.#files.add(sum.digest('hex'))
  }

  get sums(): SiteChecksums {
    const tables = [...this.#tables].map(([table, { count, hex }]) => [table, { rows: count, sum: hex }] as const)
    const files = { count: this.#files.count, bytes: this.#bytes, sum: this.#files.hex }
    return { migration: this.#migration, tables: Object.fromEntries(tables), files }
  }
}

/** Returns one hash over all counts and checksums. */
export function digestOf({ migration, tables, files }: SiteChecksums): string {
  const sorted = Object.entries(tables).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const all = [migration, sorted.map(([table, { rows, sum }]) => [table, rows, sum]), files.count, files.bytes, files.sum]
  return hash('sha256', JSON.stringify(all))
}

export const countRows = ({ tables }: SiteChecksums): number => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

/** Reads to the end and discards the content. */
export async function readToEnd(content: AsyncIterable<unknown>): Promise<void> {
  const reading = content[Symbol.asyncIterator]()
  let next = await reading.next()
  while (next.done !== true) next = await reading.next()
}
