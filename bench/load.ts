/** Generates load on a server and measures the server's CPU time. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import autocannon from 'autocannon'

const TICKS_PER_SECOND = 100

/** Returns the CPU time of a process in milliseconds. Works on Linux only. */
function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}

/** Returns the process ids of a server's workers, or its own id if it has none. Works on Linux only. */
export function listWorkerPids(pid: number): number[] {
  const workers = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return workers.length ? workers : [pid]
}

/** CPU time per second below which a process counts as idle. */
const MAX_IDLE_CPU_MS = 30
const CHECK_INTERVAL_MS = 1000
const IDLE_CHECKS = 3

/**
 * Waits until a server has finished its background jobs after the start (search index, scores, overdue jobs), which would distort
 * measurements.
 * @throws Error after twenty minutes
 */
export async function waitUntilIdle(pid: number): Promise<void> {
  const sumWorkersCpuMs = () => listWorkerPids(pid).reduce((sum, worker) => sum + readCpuMs(worker), 0)
  for (let [idleChecks, checksLeft] = [0, 1200]; idleChecks < IDLE_CHECKS; checksLeft -= 1) {
    if (checksLeft === 0) throw new Error('The server does not become idle.')
    const cpuMsBefore = sumWorkersCpuMs()
    await setTimeout(CHECK_INTERVAL_MS)
    idleChecks = sumWorkersCpuMs() - cpuMsBefore < MAX_IDLE_CPU_MS ? idleChecks + 1 : 0
  }
}

/** Measures the server's CPU time per request in milliseconds. @throws Error if a request fails */
export async function measureCpuPerRequest(
  pid: number,
  url: string,
  requestCount: number,
  headers: Record<string, string>,
): Promise<number> {
  const cpuMsBefore = readCpuMs(pid)
  const result = await autocannon({ url, amount: requestCount, connections: 4, headers })
  if (result.non2xx || result.errors) throw new Error(`${url}: ${result.non2xx} failed responses, ${result.errors} errors`)
  return (readCpuMs(pid) - cpuMsBefore) / requestCount
}

/** Starts a bare `node:http` server that responds to everything with a file. @param headers in addition to content type and length */
export function startRawServer(file: string, headers: Record<string, string> = {}): Promise<{ url: string; pid: number; stop(): void }> {
  const program = join(import.meta.dirname, 'raw-server.ts')
  const child = spawn(process.execPath, [program, file, 'text/html; charset=utf-8', JSON.stringify(headers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const url = /running on (\S+)/.exec(chunk.toString())?.[1]
      if (url) resolve({ url, pid: child.pid ?? 0, stop: () => void child.kill() })
    })
  })
}
