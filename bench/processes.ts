/** Measures the time from the acknowledgement of a write by one process until all of three processes on one PostgreSQL server show it. */
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { startServerGroup } from '#tests/support/server-group.ts'
import { printLine, checkMetric, percentile } from './statistics.ts'

const PROCESS_COUNT = 3
const WRITE_COUNT = 1_000
const TOPIC_COUNT = 60
const TARGET_MS = 200

export async function benchProcesses(): Promise<void> {
  const database = await startPostgres({ durable: true })
  const group = await startServerGroup(database.url, PROCESS_COUNT, { CONTENT: 'demo', LOG_LEVEL: 'error' })
  const agent = new Agent({ keepAlive: true })
  try {
    const delaysMs: number[] = []
    for (let writeIndex = 0; writeIndex < WRITE_COUNT; writeIndex += 1) {
      const writer = writeIndex % PROCESS_COUNT
      const topicId = 1 + (writeIndex % TOPIC_COUNT)
      const path = `/api/forum-replies/${topicId}`
      const processes = Array.from({ length: PROCESS_COUNT }, (_, index) => index)
      // Fills the cache of each process with a response that the write outdates.
      await Promise.all(processes.map((process) => group.ask(process, path, { agent })))
      const content = `Write ${writeIndex} ${crypto.randomUUID()}`
      const response = await group.ask(writer, '/api/forum-replies', { body: { content, forumId: topicId }, agent })
      if (response.status !== 201) throw new Error(`${response.status} ${response.text}`)
      const acknowledgedAt = performance.now()
      const measureDelay = async (process: number): Promise<number> => {
        for (;;) {
          const sentAt = performance.now()
          if ((await group.ask(process, path, { agent })).text.includes(content)) return sentAt - acknowledgedAt
          if (sentAt - acknowledgedAt > 10_000) throw new Error(`Process ${process} never shows write ${writeIndex}.`)
          await wait(1)
        }
      }
      // A delay ends when the first request is sent whose response shows the write.
      delaysMs.push(Math.max(...(await Promise.all(processes.map(measureDelay)))))
    }
    printLine(`shown by all ${PROCESS_COUNT} processes, of ${WRITE_COUNT} writes: median`, `${percentile(delaysMs, 0.5).toFixed(1)} ms`)
    for (const share of [0.9, 0.99, 0.999]) printLine(`${share * 100} % of them within`, `${percentile(delaysMs, share).toFixed(1)} ms`)
    checkMetric('the slowest of them', Math.max(...delaysMs), { atMost: TARGET_MS }, { digits: 1, unit: 'ms' })
  } finally {
    agent.destroy()
    await group.close()
    await database.stop()
  }
}
