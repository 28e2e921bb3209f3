/**
 * Bounds the memory of derived encodings. Cached responses are stored brotli-compressed; their other encodings can be derived again, so
 * they are dropped from the least recently used responses first.
 */
import { LRUCache } from 'lru-cache'

export interface PackedForms {
  /** Bytes that the derived encodings take now. */
  readonly formBytes: number
  /** Drops all encodings but the stored one. Responses that are being sent hold their buffer themselves. */
  dropForms(): void
}

export class RemadeForms {
  readonly #bytes: LRUCache<PackedForms, number>
  /** @param maxBytes limit for all derived encodings together */
  constructor(maxBytes: number) {
    // oxlint-disable-next-line eslint-js/no-restricted-syntax -- keys are objects of another cache, so only values count
    this.#bytes = new LRUCache<PackedForms, number>({
      maxSize: maxBytes,
      sizeCalculation: (bytes) => bytes,
      // 'set' means that the entry has grown, not that it is evicted.
      dispose: (_bytes, packed, reason) => reason !== 'set' && packed.dropForms(),
    })
  }

  /** Marks an entry as most recently used; called on every use. An entry larger than the limit loses its derived encodings. */
  touch(packed: PackedForms): void {
    const { formBytes } = packed
    if (this.#bytes.get(packed) === formBytes || formBytes === 0) return
    this.#bytes.set(packed, formBytes)
    if (!this.#bytes.has(packed)) packed.dropForms()
  }

  get bytes(): number {
    return this.#bytes.calculatedSize
  }
}
