/** Load on a server, and the CPU it costs that server. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import autocannon from 'autocannon'

const TICKS_PER_SECOND = 100

/** User and system time of a process so far, in milliseconds. Linux only. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}

/** Milliseconds of the server's CPU for one request, over many. */
export async function cpuPerRequest(pid: number, url: string, amount: number, headers: Record<string, string>): Promise<number> {
  const before = cpuOf(pid)
  const result = await autocannon({ url, amount, connections: 4, headers })
  if (result.non2xx || result.errors) throw new Error(`${url}: ${result.non2xx} wrong answers, ${result.errors} errors`)
  return (cpuOf(pid) - before) / amount
}

/** A bare `node:http` server that answers everything with a file's bytes. */
export function startRaw(file: string): Promise<{ url: string; pid: number; stop(): void }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'raw-server.ts'), file], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const url = /running on (\S+)/.exec(chunk.toString())?.[1]
      if (url) resolve({ url, pid: child.pid ?? 0, stop: () => void child.kill() })
    })
  })
}
