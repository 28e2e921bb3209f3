/** Kills the process while it sends mail: every mail must arrive, and duplicates must have the same Message-ID. */
import { messageIdOf, startMailServer, type ReceivedMail, type TestMailServer } from '#tests/support/mail-server.ts'
import { removeData, startServer, type RunningServer } from '#tests/support/running-server.ts'
import { newCaller } from './mixed-writes.ts'
import { readStored, toEnv, type FaultRow, type Scenario } from './scenario.ts'

const SHORT_ROUNDS = 3
const LONG_ROUNDS = 30
/** Mails queued in each round. */
const MAILS = 6
/** On PostgreSQL a job of a killed process is resumed only after its lease has expired. */
const ARRIVES_WITHIN_MS = 180_000

/** Counts accepted mails, and can kill the sender during a delivery. */
class CountingServer {
  /** Message-IDs of the accepted mails, by recipient. */
  readonly taken = new Map<string, string[]>()
  /** Kills the sender before the nth mail from now is acknowledged; Infinity: never. */
  endsBefore = Infinity
  onEnd: () => Promise<void> = async () => undefined
  #server: TestMailServer | undefined

  async start(): Promise<string> {
    this.#server = await startMailServer((mail) => this.#take(mail))
    return this.#server.smtpUrl
  }

  stop = async (): Promise<void> => this.#server?.close()

  /** A mail that is not acknowledged is not accepted. */
  async #take(mail: ReceivedMail): Promise<void> {
    this.endsBefore -= 1
    if (this.endsBefore < 0) {
      await this.onEnd()
      return new Promise(() => undefined)
    }
    const to = mail.to[0] ?? ''
    this.taken.set(to, [...(this.taken.get(to) ?? []), messageIdOf(mail)])
  }
}

export const mailEnds: Scenario[] = (['SQLite', 'PostgreSQL'] as const).map((engine) => ({
  name: 'kill -9 while mail goes out',
  engine,
  isLong: true,
  async run({ isShort, postgres }): Promise<FaultRow> {
    const rounds = isShort ? SHORT_ROUNDS : LONG_ROUNDS
    const database = engine === 'PostgreSQL' ? postgres : undefined
    const mailServer = new CountingServer()
    const env = { CONTENT: 'empty', TRUST_PROXY: 'true', SMTP_URL: await mailServer.start(), ...toEnv(database) }
    const acknowledged: string[] = []
    const problems: string[] = []
    let running: RunningServer | undefined
    for (let round = 0; round < rounds; round++) {
      running = await startServer({ ...env, ...(running ? { DATA_DIR: running.dataDir } : {}) })
      const ended = Promise.withResolvers<void>()
      const { kill } = running
      mailServer.onEnd = () => kill().then(ended.resolve)
      // Before the first acknowledgement, or after some.
      mailServer.endsBefore = round % MAILS
      acknowledged.push(...(await subscribeMany(running.url, `round-${round}`)))
      if (acknowledged.length > 0) await ended.promise
      await running.kill()
    }
    mailServer.endsBefore = Infinity
    running = await startServer({ ...env, ...(running ? { DATA_DIR: running.dataDir } : {}) })
    const missing = () => acknowledged.filter((address) => !mailServer.taken.has(address))
    for (const deadline = Date.now() + ARRIVES_WITHIN_MS; missing().length > 0 && Date.now() < deadline;)
      await new Promise((resolve) => setTimeout(resolve, 20))
    await running.stop()
    const lost = missing()
    const doubles = [...mailServer.taken].filter(([, ids]) => ids.length > 1)
    problems.push(...lost.map((address) => `lost: ${address}`))
    problems.push(...doubles.filter(([, ids]) => new Set(ids).size > 1).map(([address]) => `twice, with different Message-IDs: ${address}`))
    // Mails are delivered one at a time, so only the one in progress at the kill may arrive twice.
    if (doubles.length > rounds) problems.push(`${doubles.length} mails arrived twice in ${rounds} rounds`)
    const left = await readStored(running.dataDir, database, (db) => db.selectFrom('queued_jobs').selectAll().execute())
    if (left.length > 0) problems.push(`${left.length} jobs are left in the queue`)
    removeData(running.dataDir)
    await mailServer.stop()
    const note = `${doubles.length} arrived twice, with the same Message-ID`
    return { engine, name: this.name, rounds, acknowledged: acknowledged.length, lost: lost.length, problems, note }
  },
}))

/** @returns the email addresses whose subscription was acknowledged */
async function subscribeMany(url: string, name: string): Promise<string[]> {
  const acknowledged: string[] = []
  for (let n = 0; n < MAILS; n++) {
    const email = `${name}-${n}@example.org`
    const response = await fetch(`${url}/api/newsletter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newCaller() },
      body: JSON.stringify({ email }),
    }).catch(() => undefined)
    if (response?.ok) acknowledged.push(email)
  }
  return acknowledged
}
