/** Limits how many tasks run concurrently. Further tasks wait and start in the order of the calls. */
export class Semaphore {
  readonly #waitingResolvers: (() => void)[] = []
  #freePlaces: number

  constructor(maxConcurrent: number) {
    this.#freePlaces = maxConcurrent
  }

  /** Number of waiting tasks. */
  get waiting(): number {
    return this.#waitingResolvers.length
  }

  /** Runs a task as soon as fewer than `maxConcurrent` tasks are running. @throws the error of the task */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#freePlaces > 0) this.#freePlaces -= 1
    else await new Promise<void>((resolve) => void this.#waitingResolvers.push(resolve))
    try {
      return await task()
    } finally {
      const next = this.#waitingResolvers.shift()
      if (next) next()
      else this.#freePlaces += 1
    }
  }
}
