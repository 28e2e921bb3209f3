/** Counts and sums of what a site holds: the same for the same rows and files, whatever engine they came from and in whatever order. */
import { createHash, hash } from 'node:crypto'
import type { AnyRow } from '#db/any-table.ts'
import type { SiteChecksums } from './backup.format.ts'

const MODULUS = 1n << 256n

/** The sum of what was added, of the hashes: no order matters, and nothing that is there twice cancels itself out. */
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

  /** One without rows counts, too. */
  addTable(table: string): void {
    if (!this.#tables.has(table)) this.#tables.set(table, new UnorderedSum())
  }

  addRow(table: string, row: AnyRow): void {
    this.addTable(table)
    const inOrder = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))
    this.#tables.get(table)?.add(hash('sha256', JSON.stringify(inOrder)))
  }

  /** Hands on the bytes of a file, and counts it at their end. */
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

/** One line for all of it. */
export function digestOf({ migration, tables, files }: SiteChecksums): string {
  const inOrder = Object.entries(tables).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const all = [migration, inOrder.map(([table, { rows, sum }]) => [table, rows, sum]), files.count, files.bytes, files.sum]
  return hash('sha256', JSON.stringify(all))
}

export const countRows = ({ tables }: SiteChecksums): number => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

/** For whoever counts what is read, and keeps nothing of it. */
export async function readToEnd(content: AsyncIterable<unknown>): Promise<void> {
  const reading = content[Symbol.asyncIterator]()
  let next = await reading.next()
  while (next.done !== true) next = await reading.next()
}
