/**
 * Bounds the memory of derived encodings. Cached responses are stored brotli-compressed; their other encodings can be derived again, so
 * they are dropped from the least recently used responses first.
 */
import { LRUCache } from 'lru-cache'

export interface CompressedEntry {
  /** Bytes that the derived encodings take now. */
  readonly derivedBytes: number
  /** Drops all encodings but the stored one. Responses that are being sent hold a reference to their buffer. */
  dropDerived(): void
}

export class DerivedEncodings {
  readonly #bytes: LRUCache<CompressedEntry, number>
  /** @param maxBytes limit for all derived encodings together */
  constructor(maxBytes: number) {
    // oxlint-disable-next-line eslint-js/no-restricted-syntax -- keys are objects of another cache, so only values count
    this.#bytes = new LRUCache<CompressedEntry, number>({
      maxSize: maxBytes,
      sizeCalculation: (bytes) => bytes,
      // 'set' means that the entry has grown, not that it is evicted.
      dispose: (_bytes, entry, reason) => reason !== 'set' && entry.dropDerived(),
    })
  }

  /** Marks an entry as most recently used; called on every use. An entry larger than the limit loses its derived encodings. */
  touch(entry: CompressedEntry): void {
    const { derivedBytes } = entry
    if (this.#bytes.get(entry) === derivedBytes || derivedBytes === 0) return
    this.#bytes.set(entry, derivedBytes)
    if (!this.#bytes.has(entry)) entry.dropDerived()
  }

  get bytes(): number {
    return this.#bytes.calculatedSize
  }
}
