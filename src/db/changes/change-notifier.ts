/**
 * Publishes the commits of this process to all processes. `NOTIFY` inside the writing transaction serialises commits until each is flushed
 * to disk; so it is sent after the commit, before the write is acknowledged. Commits that end during a send are published in one batch.
 */
import { CHANGE_CHANNEL, formatChange, type ChangeNumber } from './change-message.ts'

/** A committed transaction: its site, its number, and the keys of the tables and rows that it wrote. */
export interface CommittedTransaction {
  site: string
  number: ChangeNumber
  keys: ReadonlySet<string>
}

/** Function that runs a statement on the listening connection. */
type Send = (sql: string, values: string[]) => Promise<unknown>

/** Maximum count of numbers per message, which leaves enough of the 8,000 bytes of a payload for the keys. */
const MAX_NUMBERS = 40

export class ChangeNotifier {
  #send: Send | undefined
  #waiting: CommittedTransaction[] = []
  #next: Promise<void> | undefined
  #inFlight: Promise<void> = Promise.resolve()

  /** Whether there is a connection to publish on. Without one `NOTIFY` is sent inside the transaction. */
  get isReady(): boolean {
    return this.#send !== undefined
  }

  /** Sets the connection to publish on. @param send undefined while there is no connection */
  setSender(send: Send | undefined): void {
    this.#send = send
  }

  /**
   * Publishes a committed transaction.
   * @throws the driver's error when publishing fails, or Error without a connection; other processes then see from the counters that they
   *   missed a write
   */
  notify(committed: CommittedTransaction): Promise<void> {
    this.#waiting.push(committed)
    return (this.#next ??= this.#notifyWaiting())
  }

  async #notifyWaiting(): Promise<void> {
    await this.#inFlight.catch(() => undefined)
    const batch = this.#waiting
    this.#waiting = []
    this.#next = undefined
    const messages = toMessages(batch)
    const send = this.#send
    this.#inFlight = send
      ? send(`select ${messages.map((_, index) => `pg_notify('${CHANGE_CHANNEL}', $${index + 1})`).join(', ')}`, messages).then(
          () => undefined,
        )
      : Promise.reject(new Error('There is no connection for publishing changes.'))
    return this.#inFlight
  }
}

/** Formats one message per site, or several if there are more than `MAX_NUMBERS` transactions. */
function toMessages(transactions: readonly CommittedTransaction[]): string[] {
  const bySite = Map.groupBy(transactions, ({ site }) => site)
  return [...bySite].flatMap(([site, ofSite]) => {
    const parts = Array.from({ length: Math.ceil(ofSite.length / MAX_NUMBERS) }, (_, index) =>
      ofSite.slice(index * MAX_NUMBERS, (index + 1) * MAX_NUMBERS),
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
