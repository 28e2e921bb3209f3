/** The things that the matrix is made of. Each of their texts is marked by a unique word, so that an output that has the word shows the text. */
import { hash } from 'node:crypto'

/** All things are in public states in the first or the second half of the test, in both, or in neither. */
export type Phase = 'before' | 'after'

export type Kind =
  | 'article'
  | 'topic'
  | 'reply'
  | 'product'
  | 'review'
  | 'answer'
  | 'picture'
  | 'member'
  | 'expert article'
  | 'issue'
  /** What outsiders never see: enquiries, readers of the newsletter, reasons and notes. */
  | 'private'

export interface Thing {
  title: string
  kind: Kind
  shownIn: readonly Phase[]
  /** By field. */
  words: Readonly<Record<string, string>>
}

/** In every text: a search for it finds all that can be found. */
export const COMMON_WORD = 'qhalverton'

const LETTERS = 'bcdfghjklmnpqrtv'
const WORD = /qx[bcdfghjklmnpqrtv]{9}/g

/** Far from every other, so that no search takes one for a typing error of another. */
const toWord = (text: string): string =>
  `qx${[...hash('sha256', text, 'buffer').subarray(0, 9)].map((byte) => LETTERS[byte & 15]).join('')}`

export class Things {
  readonly all: Thing[] = []
  readonly #byWord = new Map<string, { thing: Thing; field: string }>()

  /** @returns the word of each field */
  add<F extends string>(kind: Kind, title: string, shownIn: readonly Phase[], fields: readonly F[]): Record<F, string> {
    const words = Object.fromEntries(fields.map((field) => [field, toWord(`${kind} ${title} ${field}`)])) as Record<F, string>
    const thing: Thing = { title: `${kind} ${title}`, kind, shownIn, words }
    for (const field of fields) {
      if (this.#byWord.has(words[field])) throw new Error(`There are two of ${thing.title}.`)
      this.#byWord.set(words[field], { thing, field })
    }
    this.all.push(thing)
    return words
  }

  /** The things whose texts an output has. */
  *findIn(text: string): Generator<{ thing: Thing; field: string }> {
    for (const word of new Set(text.match(WORD))) {
      const found = this.#byWord.get(word)
      if (found) yield found
    }
  }
}

export const isShown = ({ shownIn }: Thing, phase: Phase): boolean => shownIn.includes(phase)

/** A text with a word. */
export const sentence = (word: string): string => `The ${word} heats the ${COMMON_WORD} well.`

/** Without what the query itself says: it was written in capitals. */
export const inCapitals = (word: string): string => word.toUpperCase()
