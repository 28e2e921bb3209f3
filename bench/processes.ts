/** Time until a write that one process has acknowledged is shown by all of three processes on one PostgreSQL server. */
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { startServerGroup } from '#tests/support/server-group.ts'
import { printLine, checkMetric, percentile } from './statistics.ts'

const PROCESSES = 3
const WRITES = 1_000
const TOPICS = 60
const TARGET_MS = 200

export async function benchProcesses(): Promise<void> {
  const database = await startPostgres({ durable: true })
  const group = await startServerGroup(database.url, PROCESSES, { CONTENT: 'demo', LOG_LEVEL: 'error' })
  const agent = new Agent({ keepAlive: true })
  try {
    const times: number[] = []
    for (let turn = 0; turn < WRITES; turn += 1) {
      const writer = turn % PROCESSES
      const topic = 1 + (turn % TOPICS)
      const path = `/api/forum-replies/${topic}`
      const processes = Array.from({ length: PROCESSES }, (_, at) => at)
      // Fills the cache of each process with a response that the write outdates.
      await Promise.all(processes.map((at) => group.ask(at, path, { agent })))
      const content = `Write ${turn} ${crypto.randomUUID()}`
      const posted = await group.ask(writer, '/api/forum-replies', { body: { content, forumId: topic }, agent })
      if (posted.status !== 201) throw new Error(`${posted.status} ${posted.text}`)
      const acknowledged = performance.now()
      const delayOf = async (at: number): Promise<number> => {
        for (;;) {
          const sentAt = performance.now()
          if ((await group.ask(at, path, { agent })).text.includes(content)) return sentAt - acknowledged
          if (sentAt - acknowledged > 10_000) throw new Error(`Process ${at} never shows write ${turn}.`)
          await wait(1)
        }
      }
      // Measured to the sending of the first request whose response shows the write.
      times.push(Math.max(...(await Promise.all(processes.map(delayOf)))))
    }
    printLine(`shown by all ${PROCESSES} processes, of ${WRITES} writes: median`, `${percentile(times, 0.5).toFixed(1)} ms`)
    for (const share of [0.9, 0.99, 0.999]) printLine(`${share * 100} % of them within`, `${percentile(times, share).toFixed(1)} ms`)
    checkMetric('the slowest of them', Math.max(...times), { atMost: TARGET_MS }, { digits: 1, unit: 'ms' })
  } finally {
    agent.destroy()
    await group.close()
    await database.stop()
  }
}
