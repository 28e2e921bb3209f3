/** The content of the visibility matrix. Each text has a unique marker word, by which it is recognised in outputs. */
import { hash } from 'node:crypto'

/** A thing is public in the first or second phase of the test, in both, or in neither. */
export type Phase = 'before' | 'after'

export type Kind =
  | 'article'
  | 'topic'
  | 'reply'
  | 'product'
  | 'review'
  | 'answer'
  | 'update'
  | 'picture'
  | 'post picture'
  | 'member'
  | 'expert article'
  | 'issue'
  /** Never public: enquiries, subscribers, reasons and notes. */
  | 'private'

export interface Thing {
  title: string
  kind: Kind
  shownIn: readonly Phase[]
  /** Marker words by field. */
  words: Readonly<Record<string, string>>
}

/** Part of every text, to search for everything. */
export const COMMON_WORD = 'qhalverton'

const LETTERS = 'bcdfghjklmnpqrtv'
const WORD = /qx[bcdfghjklmnpqrtv]{9}/g

/** Hashes a text to a marker word; the words differ so much that fuzzy search does not confuse them. */
const toWord = (text: string): string =>
  `qx${[...hash('sha256', text, 'buffer').subarray(0, 9)].map((byte) => LETTERS[byte & 15]).join('')}`

export class Things {
  readonly all: Thing[] = []
  readonly #byWord = new Map<string, { thing: Thing; field: string }>()

  /** @returns the marker word of each field */
  add<F extends string>(kind: Kind, title: string, shownIn: readonly Phase[], fields: readonly F[]): Record<F, string> {
    const words = Object.fromEntries(fields.map((field) => [field, toWord(`${kind} ${title} ${field}`)])) as Record<F, string>
    const thing: Thing = { title: `${kind} ${title}`, kind, shownIn, words }
    for (const field of fields) {
      if (this.#byWord.has(words[field])) throw new Error(`${thing.title} exists twice.`)
      this.#byWord.set(words[field], { thing, field })
    }
    this.all.push(thing)
    return words
  }

  /** Yields the things whose marker words are in a text. */
  *findIn(text: string): Generator<{ thing: Thing; field: string }> {
    for (const word of new Set(text.match(WORD))) {
      const found = this.#byWord.get(word)
      if (found) yield found
    }
  }
}

export const isShown = ({ shownIn }: Thing, phase: Phase): boolean => shownIn.includes(phase)

/** Returns a sentence with the word. */
export const sentence = (word: string): string => `The ${word} heats the ${COMMON_WORD} well.`

/** Upper-cases a query, so that a repetition of the query in an output is not taken for the content. */
export const inCapitals = (word: string): string => word.toUpperCase()
