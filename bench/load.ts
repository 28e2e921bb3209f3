/** Load on a server, and the CPU it costs that server. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import autocannon from 'autocannon'

const TICKS_PER_SECOND = 100

/** User and system time of a process so far, in milliseconds. Linux only. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}

/** A server's worker processes; the server's own where it has none. Linux only. */
export function workersOf(pid: number): number[] {
  const workers = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return workers.length ? workers : [pid]
}

/** What a process computes in a second that has nothing to do. */
const IDLE_MS = 30
const LOOK_EVERY_MS = 1000
const LOOKS = 3

/**
 * Waits until a server is done with what it does by itself after a start: an index for searching, scores, what was due meanwhile. It would be
 * counted with what is asked of it. @throws Error after twenty minutes
 */
export async function waitUntilIdle(pid: number): Promise<void> {
  const cpuOfWorkers = () => workersOf(pid).reduce((sum, worker) => sum + cpuOf(worker), 0)
  for (let [idle, left] = [0, 1200]; idle < LOOKS; left -= 1) {
    if (left === 0) throw new Error('The server never comes to rest.')
    const before = cpuOfWorkers()
    await setTimeout(LOOK_EVERY_MS)
    idle = cpuOfWorkers() - before < IDLE_MS ? idle + 1 : 0
  }
}

/** Milliseconds of the server's CPU for one request, over many. */
export async function cpuPerRequest(pid: number, url: string, amount: number, headers: Record<string, string>): Promise<number> {
  const before = cpuOf(pid)
  const result = await autocannon({ url, amount, connections: 4, headers })
  if (result.non2xx || result.errors) throw new Error(`${url}: ${result.non2xx} wrong answers, ${result.errors} errors`)
  return (cpuOf(pid) - before) / amount
}

/** A bare `node:http` server that answers everything with a file's bytes. @param headers what it sends beside their type and number */
export function startRaw(file: string, headers: Record<string, string> = {}): Promise<{ url: string; pid: number; stop(): void }> {
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
