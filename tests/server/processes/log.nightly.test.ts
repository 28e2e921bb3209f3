/** A log that is not read does not block the process: lines are dropped and counted, and requests are served. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, openSync, closeSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { removeData } from '#tests/support/running-server.ts'

const ready = { timeout: 120_000, interval: 50 }
const dataDir = mkdtempSync(join(tmpdir(), 'log-tests-'))
let server: ChildProcess | undefined
afterEach(async () => {
  if (server?.exitCode === null && server.signalCode === null) {
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    server.kill('SIGKILL')
    await ended
  }
  removeData(dataDir)
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function start(stdout: number | 'pipe'): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort()
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, CONTENT: 'empty', LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, ['src/app/main.ts'], { env, stdio: ['ignore', stdout, 'inherit'] })
  server = child
  const url = `http://localhost:${port}`
  await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), ready)
  return { url, child }
}

/** Each request leaves a line with its URL in the log. */
async function fillLog(url: string, lines: number): Promise<void> {
  for (let at = 0; at < lines; at += 20)
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => void (await fetch(`${url}/api/nothing/${at + n}/${'x'.repeat(1500)}`)).status),
    )
}

const stop = async (child: ChildProcess) => {
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  return ended
}

test('on a full disk log lines are dropped, and the server serves and stops normally', async () => {
  const full = openSync('/dev/full', 'w')
  const { url, child } = await start(full)
  closeSync(full)
  await fillLog(url, 1000)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(child.exitCode).toBeNull()
  expect(await stop(child)).toBe(0)
})

test('a blocked log reader later gets the number of dropped lines', async () => {
  const { url, child } = await start('pipe')
  // Unread output fills the pipe, then the buffer in memory.
  await fillLog(url, 1500)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const countDropped = () => [...printed.matchAll(/"dropped":(\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0)
  await vi.waitFor(() => expect(countDropped()).toBeGreaterThan(0), ready)
  // The lines still in the pipe follow.
  await vi.waitFor(() => expect(printed.split('/api/nothing/').length - 1 + countDropped()).toBeGreaterThanOrEqual(1500), ready)
  expect(await stop(child)).toBe(0)
})
