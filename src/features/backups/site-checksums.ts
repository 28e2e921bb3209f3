/** Computes counts and checksums of a site's rows and files, independent of the order in which they are read. */
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

  /** Adds a table, so that a table without rows is listed as well. */
  addTable(table: string): void {
    if (!this.#tables.has(table)) this.#tables.set(table, new UnorderedSum())
  }

  addRow(table: string, row: AnyRow): void {
    this.addTable(table)
    const sortedColumns = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))
    this.#tables.get(table)?.add(hash('sha256', JSON.stringify(sortedColumns)))
  }

  /** Passes the bytes of a file through, and adds the file's checksum when they end. */
  async *addFile(path: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const fileHash = createHash('sha256').update(`${path}\0`)
    for await (const part of content) {
      fileHash.update(part)
      this.#bytes += part.length
      yield part
    }
    this.#files.add(fileHash.digest('hex'))
  }

  get sums(): SiteChecksums {
    const tables = [...this.#tables].map(([table, { count, hex }]) => [table, { rows: count, sum: hex }] as const)
    const files = { count: this.#files.count, bytes: this.#bytes, sum: this.#files.hex }
    return { migration: this.#migration, tables: Object.fromEntries(tables), files }
  }
}

/** Returns one hash over all counts and checksums. */
export function computeDigest({ migration, tables, files }: SiteChecksums): string {
  const sortedTables = Object.entries(tables).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const digestInput = [migration, sortedTables.map(([table, { rows, sum }]) => [table, rows, sum]), files.count, files.bytes, files.sum]
  return hash('sha256', JSON.stringify(digestInput))
}

export const countRows = ({ tables }: SiteChecksums): number => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

/** Reads the content to its end and discards it. */
export async function readToEnd(content: AsyncIterable<unknown>): Promise<void> {
  const iterator = content[Symbol.asyncIterator]()
  let next = await iterator.next()
  while (next.done !== true) next = await iterator.next()
}
