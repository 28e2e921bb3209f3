/**
 * Of what is kept packed, the forms that can be made from it again are kept for what is asked for most. Bounded in memory, together for all:
 * whoever has not been asked for the longest lets go of them first.
 */
import { LRUCache } from 'lru-cache'

export interface PackedForms {
  /** What its other forms take now, in bytes. */
  readonly formBytes: number
  /** Keeps the packed form alone. Whoever is sending another one goes on. */
  dropForms(): void
}

export class RemadeForms {
  readonly #bytes: LRUCache<PackedForms, number>
  /** @param maxBytes the most that these forms may take together */
  constructor(maxBytes: number) {
    // oxlint-disable-next-line eslint-js/no-restricted-syntax -- keys are objects of another cache, so only values count
    this.#bytes = new LRUCache<PackedForms, number>({
      maxSize: maxBytes,
      sizeCalculation: (bytes) => bytes,
      // Set again because it has grown: it stays.
      dispose: (_bytes, packed, reason) => reason !== 'set' && packed.dropForms(),
    })
  }

  /** Called with every use: it goes last from now on. One that is larger than all may be keeps nothing. */
  touch(packed: PackedForms): void {
    const { formBytes } = packed
    if (this.#bytes.get(packed) === formBytes || formBytes === 0) return
    this.#bytes.set(packed, formBytes)
    if (!this.#bytes.has(packed)) packed.dropForms()
  }

  /** For the operator. */
  get bytes(): number {
    return this.#bytes.calculatedSize
  }
}
