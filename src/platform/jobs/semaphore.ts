/** So many places, and whoever comes when all are taken waits in line. */
export class Semaphore {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(count: number) {
    this.#free = count
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Does the work when there is a place for it. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
