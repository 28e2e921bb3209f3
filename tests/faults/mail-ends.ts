/** The process is ended without warning while mail goes out: every mail arrives, and a second copy of one is known as such. */
import { messageIdOf, startMailServer, type ReceivedMail, type TestMailServer } from '#tests/support/mail-server.ts'
import { removeData, startServer, type RunningServer } from '#tests/support/running-server.ts'
import { newCaller } from './mixed-writes.ts'
import { readStored, toEnv, type FaultRow, type Scenario } from './scenario.ts'

const SHORT_ROUNDS = 3
const LONG_ROUNDS = 30
/** Put into the outbox in each round. */
const MAILS = 6
/** On a server of others a piece of work is taken up again only when its process must be dead. */
const ARRIVES_WITHIN_MS = 180_000

/** Counts what it has taken over, and can have the sender ended in the middle of it. */
class CountingServer {
  /** By address: the Message-ID of each copy. */
  readonly taken = new Map<string, string[]>()
  /** Ends the sender before the nth mail from now is answered for; Infinity: not. */
  endsBefore = Infinity
  onEnd: () => Promise<void> = async () => undefined
  #server: TestMailServer | undefined

  async start(): Promise<string> {
    this.#server = await startMailServer((mail) => this.#take(mail))
    return this.#server.smtpUrl
  }

  stop = async (): Promise<void> => this.#server?.close()

  /** What was never answered for has not been taken over. */
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
    const faults: string[] = []
    let running: RunningServer | undefined
    for (let round = 0; round < rounds; round++) {
      running = await startServer({ ...env, ...(running ? { DATA_DIR: running.dataDir } : {}) })
      const ended = Promise.withResolvers<void>()
      const { kill } = running
      mailServer.onEnd = () => kill().then(ended.resolve)
      // Before an answer, or as soon as one has gone out.
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
    faults.push(...lost.map((address) => `lost: ${address}`))
    faults.push(...doubles.filter(([, ids]) => new Set(ids).size > 1).map(([address]) => `twice, as two mails: ${address}`))
    // One at a time is handed over: what was on its way when the process ended, and nothing else, may come again.
    if (doubles.length > rounds) faults.push(`${doubles.length} mails came twice in ${rounds} rounds`)
    const left = await readStored(running.dataDir, database, (db) => db.selectFrom('queued_jobs').selectAll().execute())
    if (left.length > 0) faults.push(`${left.length} pieces of work are left`)
    removeData(running.dataDir)
    await mailServer.stop()
    const note = `${doubles.length} came twice, under one Message-ID`
    return { engine, name: this.name, rounds, acknowledged: acknowledged.length, lost: lost.length, faults, note }
  },
}))

/** @returns the addresses whose mail the site has promised */
async function subscribeMany(url: string, name: string): Promise<string[]> {
  const promised: string[] = []
  for (let n = 0; n < MAILS; n++) {
    const email = `${name}-${n}@example.org`
    const answer = await fetch(`${url}/api/newsletter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newCaller() },
      body: JSON.stringify({ email }),
    }).catch(() => undefined)
    if (answer?.ok) promised.push(email)
  }
  return promised
}
