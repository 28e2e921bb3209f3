/** Floods a real server, a process of its own, and tells how much more it holds afterwards. */
import { setTimeout } from 'node:timers/promises'
import { removeData, startServer, type RunningServer } from '../running-server.ts'
import { sendFlood, type FloodRequest } from './flood.ts'

const PROBE = new URL('../memory-probe.ts', import.meta.url).pathname
const MEGABYTE = 1_000_000

interface Memory {
  heapUsed: number
  external: number
  rss: number
}

export interface Growth {
  /** Megabytes that are still in use once what nobody holds has been collected. */
  keptMB: number
  /** Megabytes of the whole process. */
  rssMB: number
  /** Answers that are kept now and were not before. */
  entries: number
  statuses: Record<number, number>
}

/** @param warmUp so many come before the first look: code, statements and small things that are made once */
export async function measureGrowth(requests: (host: string, n: number) => FloodRequest, count: number, warmUp: number): Promise<Growth> {
  const server = await startServer({ HEALTH_DETAILS: 'true', NODE_OPTIONS: `--import ${PROBE}` })
  try {
    const { port, host } = new URL(server.url)
    const of = (n: number) => requests(host, n)
    await sendFlood(Number(port), of, warmUp)
    const before = { ...(await readMemory(server)), entries: await countEntries(server) }
    const statuses = await sendFlood(Number(port), (n) => of(n + warmUp), count)
    const after = { ...(await readMemory(server)), entries: await countEntries(server) }
    return {
      keptMB: Math.round((after.heapUsed + after.external - before.heapUsed - before.external) / MEGABYTE),
      rssMB: Math.round((after.rss - before.rss) / MEGABYTE),
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
