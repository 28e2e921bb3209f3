/** Floods a real server process and measures its memory growth. */
import { setTimeout } from 'node:timers/promises'
import { removeData, startServer, type RunningServer } from '../running-server.ts'
import { sendFlood, type FloodRequest } from './flood.ts'

const PROBE = new URL('../memory-probe.ts', import.meta.url).pathname
const MEGABYTE_BYTES = 1_000_000

interface Memory {
  heapUsed: number
  external: number
  rss: number
}

export interface Growth {
  /** Growth of heap and external memory after garbage collection, in megabytes. */
  retainedMB: number
  /** Growth of the resident set size, in megabytes. */
  rssMB: number
  /** Growth of the number of cached responses. */
  entries: number
  statuses: Record<number, number>
}

/**
 * Sends `count` requests to a new server.
 * @param warmUp number of requests before the first measurement, so that compiled code and prepared statements do not count
 */
export async function measureGrowth(requests: (host: string, n: number) => FloodRequest, count: number, warmUp: number): Promise<Growth> {
  const server = await startServer({ HEALTH_DETAILS: 'true', NODE_OPTIONS: `--import ${PROBE}` })
  try {
    const { port, host } = new URL(server.url)
    const createRequest = (n: number) => requests(host, n)
    await sendFlood(Number(port), createRequest, warmUp)
    const before = { ...(await readMemory(server)), entries: await countEntries(server) }
    const statuses = await sendFlood(Number(port), (n) => createRequest(n + warmUp), count)
    const after = { ...(await readMemory(server)), entries: await countEntries(server) }
    return {
      retainedMB: Math.round((after.heapUsed + after.external - before.heapUsed - before.external) / MEGABYTE_BYTES),
      rssMB: Math.round((after.rss - before.rss) / MEGABYTE_BYTES),
      entries: after.entries - before.entries,
      statuses,
    }
  } finally {
    await server.stop()
    removeData(server.dataDir)
  }
}

async function countEntries({ url }: RunningServer): Promise<number> {
  const { cache } = (await (await fetch(`${url}/healthz`)).json()) as { cache: { entries: number } }
  return cache.entries
}

async function readMemory(server: RunningServer): Promise<Memory> {
  const reports = () => [...server.output().matchAll(/^memory (.*)$/gm)]
  const { length } = reports()
  server.process.kill('SIGUSR2')
  while (reports().length === length) {
    if (server.process.exitCode !== null) throw new Error(`The server has ended:\n${server.output()}`)
    await setTimeout(20)
  }
  return JSON.parse(reports().at(-1)?.[1] ?? '') as Memory
}
