/** Measures the pages, calls and writes of a forum with 10,000 topics and a million replies, on both engines. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openEngine, openFilledSite } from '#app/sites/open-main-site.ts'
import { upsertSetting } from '#features/sites/setting.queries.ts'
import { NO_NEWCOMER_LIMITS } from '#features/trust/trust.policy.ts'
import type { Site } from '#platform/contract/context.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { removeData, startServer, type RunningServer } from '#tests/support/running-server.ts'
import { fillLargeSite } from './large-site.ts'
import { signInAsAdministrator } from './lists.ts'
import { measureCpuPerRequest, startRawServer, waitUntilIdle } from './load.ts'
import { checkMetric, median, printLine } from './statistics.ts'
import { measureRepliesPerSecond } from './writes.ts'

const SIZES = { articles: 20, products: 200, topics: 10_000, replies: 1_000_000, reviews: 2_000, users: 5_000, enquiries: 0, words: 100 }
/** Numbers of topics that the signed-in member watches and bookmarks, and of replies that were reported. */
const [WATCHED_TOPICS, BOOKMARKED_TOPICS, REPORTED_REPLIES] = [500, 300, 200]
const ROUNDS = 5
const REQUESTS_PER_CALL = 15
const MAX_CALL_MS = 60
const UNCACHED_HEADERS = { cookie: 'fresh=1' }
const LIST_PAGES = {
  forum: '/forum',
  'last page of the forum': '/forum?page=500',
  'unanswered questions': '/forum?show=unanswered',
  'member, replies': '/user/17?tab=replies',
}
const TOPIC_PAGES = { topic: '/forum/117', 'second page of a topic': '/forum/117?page=2' }
const CALLS = [
  '/api/forums?view=card&perPage=20&sort=active',
  '/api/forums?view=card&perPage=20&show=unsolved&page=100',
  '/api/forums?view=card&perPage=20&search=inverter%20cable',
  '/api/forum-replies/117?perPage=100',
  '/api/users/17/topics?perPage=20',
  '/api/users/17/replies?perPage=20&page=5',
  '/api/me/topics?perPage=20&show=mine',
  '/api/me/topics?perPage=20&show=watched',
  '/api/me/topics?perPage=20&show=new',
  '/api/me/missed',
  '/api/me/bookmarks?perPage=20',
  '/api/me/watches',
  '/api/me/notices',
  '/api/admin/reports?perPage=25',
  '/api/admin/waiting-posts',
  '/api/admin/forums?perPage=25&sort=replies',
  '/api/moderation-report',
]

export async function benchCommunity(): Promise<void> {
  await measureEngine('SQLite', {})
  const database = await startPostgres({ durable: true })
  try {
    await measureEngine('PostgreSQL', { DATABASE_URL: database.url })
  } finally {
    await database.stop()
  }
}

async function measureEngine(engine: string, env: Record<string, string>): Promise<void> {
  const { server, cookie } = await startCommunity(engine, env)
  try {
    for (const call of CALLS) await measureCall(engine, server.url + call, cookie)
    await measurePages(engine, server)
    await measureRepliesPerSecond(server.url, [], 10_000)
    const perSecond = await measureRepliesPerSecond(server.url, [], 10_000)
    checkMetric(`${engine}, replies/s in a forum with a million replies`, perSecond, { atLeast: 300 }, { digits: 0 })
  } finally {
    await server.stop()
    removeData(server.dataDir)
  }
}

async function startCommunity(engine: string, env: Record<string, string>): Promise<{ server: RunningServer; cookie: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-community-'))
  const startedAt = performance.now()
  const engineOfSite = await openEngine({ dataDir, databaseUrl: env['DATABASE_URL'] })
  const site = await openFilledSite(engineOfSite, 'main', { content: 'empty', dataDir })
  await fillLargeSite(site.db, SIZES)
  const cookie = await fillCommunity(site)
  // The limits for new members and guests would refuse most of the replies.
  await upsertSetting(site.db, 'newcomers', NO_NEWCOMER_LIMITS)
  // Search indexing is measured by `search-large`.
  await site.db.deleteFrom('search_changes').execute()
  // Autovacuum would have done this while the site grew.
  if (env['DATABASE_URL']) await sql`vacuum analyze`.execute(site.db)
  await site.db.destroy()
  await engineOfSite.close()
  printLine(`${engine}: seconds to fill the forum`, ((performance.now() - startedAt) / 1000).toFixed(0))
  const server = await startServer({ LOG_LEVEL: 'error', TRUST_PROXY: 'true', DATA_DIR: dataDir, ...env })
  await waitUntilIdle(server.process.pid ?? 0)
  return { server, cookie }
}

/**
 * Makes every third topic a question, half of these answered, counts the replies, and gives a member watches, bookmarks and reports.
 * @returns the Cookie header of the member, who is an administrator
 */
async function fillCommunity(site: Site): Promise<string> {
  const { db } = site
  await sql`update topics set reply_count = (select count(*) from replies where topic_id = topics.id)`.execute(db)
  await db
    .updateTable('topics')
    .set({ is_question: true })
    .where(sql<number>`id % 3`, '=', 0)
    .execute()
  await sql`update topics set accepted_reply_id = (select min(id) from replies where topic_id = topics.id) where id % 6 = 0`.execute(db)
  const cookie = await signInAsAdministrator(site)
  const { id: userId } = await db.selectFrom('users').select('id').where('is_admin', '=', true).executeTakeFirstOrThrow()
  const topics = await db.selectFrom('topics').select('id').orderBy('id').limit(WATCHED_TOPICS).execute()
  const createdAt = '2026-06-01T00:00:00.000Z'
  await db
    .insertInto('topic_watches')
    .values(topics.map(({ id }) => ({ topic_id: id, user_id: userId, created_at: createdAt })))
    .execute()
  await db
    .insertInto('bookmarks')
    .values(
      topics
        .slice(0, BOOKMARKED_TOPICS)
        .map(({ id }) => ({ user_id: userId, kind: 'topic' as const, subject_id: id, note: '', created_at: createdAt })),
    )
    .execute()
  await db
    .updateTable('topics')
    .set({ user_id: userId })
    .where(sql<number>`id % 50`, '=', 0)
    .execute()
  const replies = await db.selectFrom('replies').select(['id', 'topic_id', 'user_id', 'content']).limit(REPORTED_REPLIES).execute()
  for (const reply of replies) {
    const { id: caseId } = await db
      .insertInto('report_cases')
      .values({
        kind: 'reply',
        subject_id: reply.id,
        author_id: reply.user_id,
        path: `/forum/${reply.topic_id}`,
        title: 'Reply',
        content: reply.content,
        due_at: createdAt,
        created_at: createdAt,
        claimed_by: null,
        claimed_at: null,
        decided_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('reports')
      .values({ case_id: caseId, reason: 'spam', illegal_kind: null, text: null, reporter_id: userId, email: null, created_at: createdAt })
      .execute()
  }
  return cookie
}

async function measurePages(engine: string, server: RunningServer): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const pid = server.process.pid ?? 0
  for (const [pages, maxRatio] of [[LIST_PAGES, 45] as const, [TOPIC_PAGES, 65] as const])
    for (const [name, path] of Object.entries(pages)) {
      const url = server.url + path
      await measureCpuPerRequest(pid, url, 300, UNCACHED_HEADERS)
      const page = await fetch(url, { headers: UNCACHED_HEADERS })
      writeFileSync(join(folder, 'page.html'), await page.text())
      const rawServer = await startRawServer(join(folder, 'page.html'))
      await measureCpuPerRequest(rawServer.pid, rawServer.url, 2000, {})
      const [rawMs, pageMs]: [number[], number[]] = [[], []]
      for (let round = 0; round < ROUNDS; round += 1) {
        rawMs.push(await measureCpuPerRequest(rawServer.pid, rawServer.url, 2000, {}))
        pageMs.push(await measureCpuPerRequest(pid, url, 200, UNCACHED_HEADERS))
      }
      rawServer.stop()
      checkMetric(
        `${engine}, ${name} re-rendered, times raw node:http's CPU`,
        median(pageMs) / median(rawMs),
        { atMost: maxRatio },
        { digits: 0, against: `${median(pageMs).toFixed(2)} and ${median(rawMs).toFixed(3)} ms` },
      )
    }
  rmSync(folder, { recursive: true, force: true })
}

async function measureCall(engine: string, url: string, cookie: string): Promise<void> {
  const durations: number[] = []
  for (let index = 0; index < REQUESTS_PER_CALL; index += 1) {
    const startedAt = performance.now()
    const response = await fetch(url, { headers: { cookie: `${cookie}; fresh=1` } })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${url} failed with ${response.status}`)
    durations.push(performance.now() - startedAt)
  }
  checkMetric(`${engine}, ${new URL(url).pathname}${new URL(url).search}, ms`, median(durations), { atMost: MAX_CALL_MS }, { digits: 1 })
}
