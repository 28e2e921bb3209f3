/** An issue is sent to a long list while its process is killed three times: every reader gets it, and none a different duplicate. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openSite } from '#db/open-site.ts'
import { openPostgres } from '#db/postgres/postgres.ts'
import { openSqlite } from '#db/sqlite/sqlite.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { enqueueJob } from '#features/job-queue/job-queue.service.ts'
import { deliverIssueJob } from '#features/newsletter/issues/sending/issue-job.service.ts'
import { messageIdOf, startMailServer, type TestMailServer } from '#tests/support/mail-server.ts'
import { startPostgres, type PostgresServer } from '#tests/support/postgres-server.ts'
import { removeData, startServer, type RunningServer } from '#tests/support/running-server.ts'

/** Fewer on PostgreSQL, where row locking is tested rather than volume. */
const READERS = { SQLite: 20_000, PostgreSQL: 2_000 }
type EngineUnderTest = keyof typeof READERS
const readersOf = (engine: EngineUnderTest): number => Number(process.env['NEWSLETTER_READERS'] ?? READERS[engine])
const KILLS = Number(process.env['NEWSLETTER_KILLS'] ?? 3)
/** Concurrent sends: mails handed over but not recorded when the process ends are sent again. */
const AT_ONCE = 5
/** Peak RSS of the whole server, whatever the length of the list. */
const MAX_RSS_MB = 600
const LONGEST_MS = 15 * 60_000

/** Message-IDs received, by address. */
const taken = new Map<string, string[]>()
let mailServer: TestMailServer

interface Place {
  dataDir: string
  postgres: PostgresServer | undefined
}

async function withData<T>({ dataDir, postgres }: Place, work: (db: SiteDatabase) => Promise<T>): Promise<T> {
  const engine = postgres ? await openPostgres(`${postgres.url}?sslmode=disable`) : openSqlite(dataDir)
  const db = await openSite(engine, 'main')
  try {
    return await work(db)
  } finally {
    await db.destroy()
    await engine.close()
  }
}

async function fill(db: SiteDatabase, readers: number): Promise<void> {
  const at = new Date(Date.now() - 60_000).toISOString()
  for (let n = 0; n < readers; n += 500) {
    const slice = Array.from({ length: Math.min(500, readers - n) }, (_, i) => ({
      email: `r${n + i}@example.org`,
      created_at: at,
      confirmed_at: at,
    }))
    await db.insertInto('subscribers').values(slice).execute()
  }
  const issue = {
    subject: 'To everybody',
    intro: 'Some **words**.\n\n'.repeat(200),
    entries: '[]',
    audience: '[]',
    rate: 60_000,
    state: 'scheduled',
    origin: 'https://example.org',
    created_at: at,
    changed_at: at,
    scheduled_at: at,
  } as const
  const { id } = await db.insertInto('newsletter_issues').values(issue).returning('id').executeTakeFirstOrThrow()
  await enqueueJob({ db }, deliverIssueJob, { issueId: id }, { key: String(id) })
}

/** Returns the peak RSS of a process in MB. */
const peakOf = ({ process: { pid } }: RunningServer): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

beforeAll(async () => {
  mailServer = await startMailServer((mail) => {
    const to = mail.to[0] ?? ''
    taken.set(to, [...(taken.get(to) ?? []), messageIdOf(mail)])
  })
})
afterAll(() => mailServer.close())

test.each(['SQLite', 'PostgreSQL'] as const)(
  'every reader of a long list on %s gets the issue despite three kills',
  { timeout: LONGEST_MS },
  async (name) => {
    taken.clear()
    const readers = readersOf(name)
    const postgres = name === 'PostgreSQL' ? await startPostgres() : undefined
    const env = {
      CONTENT: 'empty',
      ...(postgres ? { DATABASE_URL: `${postgres.url}?sslmode=disable`, SECRET_KEY: 'k'.repeat(43) } : {}),
    }
    const first = await startServer(env)
    const { dataDir } = first
    const place = { dataDir, postgres }
    await first.stop()
    await withData(place, (db) => fill(db, readers))

    const began = Date.now()
    const peaks: number[] = []
    const SMTP_URL = mailServer.smtpUrl
    for (let round = 0; round <= KILLS; round++) {
      const server = await startServer({ ...env, SMTP_URL, DATA_DIR: dataDir })
      const wanted = Math.floor((readers * (round + 1)) / (KILLS + 1))
      await vi.waitFor(() => expect(taken.size).toBeGreaterThanOrEqual(wanted), { timeout: LONGEST_MS, interval: 20 })
      if (round < KILLS) {
        peaks.push(peakOf(server))
        await server.kill()
        continue
      }
      // Waits until the last sends are recorded.
      const isOver = () => fetch(`${server.url}/api/newsletter/issues`).then((response) => response.json())
      await vi.waitFor(async () => expect(await isOver()).toHaveLength(1), { timeout: 60_000 })
      await new Promise((done) => setTimeout(done, 3000))
      peaks.push(peakOf(server))
      await server.stop()
    }
    const seconds = (Date.now() - began) / 1000
    const copies = [...taken.values()]
    const doubled = copies.filter(({ length }) => length > 1)
    const row = await withData(place, (db) =>
      db
        .selectFrom('newsletter_issues')
        .select((eb) => [
          'state',
          eb.selectFrom('newsletter_recipients').select(eb.fn.countAll<number>().as('n')).where('state', '=', 'sent').as('sent'),
        ])
        .executeTakeFirstOrThrow(),
    )
    console.log(
      `${readers} readers on ${name} in ${seconds.toFixed(0)} s with ${KILLS} kills; ${doubled.length} copies under one Message-ID; peak RSS ${peaks.map((mb) => mb.toFixed(0)).join(', ')} MB`,
    )
    expect(taken.size).toBe(readers)
    // A mail in flight when the process ended is sent again with the same Message-ID.
    expect(doubled.filter((ids) => new Set(ids).size > 1)).toEqual([])
    expect(doubled.length).toBeLessThanOrEqual(KILLS * AT_ONCE)
    expect(row).toEqual({ state: 'sent', sent: readers })
    expect(Math.max(...peaks)).toBeLessThan(MAX_RSS_MB)
    removeData(dataDir)
    await postgres?.stop()
  },
)
