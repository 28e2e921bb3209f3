/**
 * Tells all processes what this one has committed. `NOTIFY` inside the writing transaction makes commits wait for each other until each is on
 * the disk; so it is sent after the commit, before whoever wrote has their answer. What ends while a message is under way is told together.
 */
import { CHANGE_CHANNEL, formatChange, type ChangeNumber } from './change-message.ts'

/** One committed transaction. */
export interface CommittedTransaction {
  site: string
  number: ChangeNumber
  keys: ReadonlySet<string>
}

/** Sends a statement on the connection that listens. */
type Send = (sql: string, values: string[]) => Promise<unknown>

/** A message takes 8,000 bytes: so many numbers leave room for the keys. */
const MAX_NUMBERS = 40

export class ChangeNotifier {
  #send: Send | undefined
  #waiting: CommittedTransaction[] = []
  #next: Promise<void> | undefined
  #underWay: Promise<void> = Promise.resolve()

  /** Whether there is a connection to tell it on. Without one it is told inside the transaction. */
  get isReady(): boolean {
    return this.#send !== undefined
  }

  /** @param send undefined while there is no connection */
  use(send: Send | undefined): void {
    this.#send = send
  }

  /** @throws the driver's error when it could not be told; others then see from the counters that they missed something */
  tell(committed: CommittedTransaction): Promise<void> {
    this.#waiting.push(committed)
    return (this.#next ??= this.#tellWaiting())
  }

  async #tellWaiting(): Promise<void> {
    await this.#underWay.catch(() => undefined)
    const told = this.#waiting
    this.#waiting = []
    this.#next = undefined
    const messages = toMessages(told)
    const send = this.#send
    this.#underWay = send
      ? send(`select ${messages.map((_, at) => `pg_notify('${CHANGE_CHANNEL}', $${at + 1})`).join(', ')}`, messages).then(() => undefined)
      : Promise.reject(new Error('There is no connection to tell of changes.'))
    return this.#underWay
  }
}

/** One for each site, or some where many rows were written. */
function toMessages(all: readonly CommittedTransaction[]): string[] {
  const bySite = Map.groupBy(all, ({ site }) => site)
  return [...bySite].flatMap(([site, ofSite]) => {
    const parts = Array.from({ length: Math.ceil(ofSite.length / MAX_NUMBERS) }, (_, at) =>
      ofSite.slice(at * MAX_NUMBERS, (at + 1) * MAX_NUMBERS),
    )
    return parts.map((part) =>
      formatChange(
        site,
        part.map(({ number }) => number),
        new Set(part.flatMap(({ keys }) => [...keys])),
      ),
    )
  })
}
