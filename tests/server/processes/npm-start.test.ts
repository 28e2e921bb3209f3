/** `npm start` under a supervisor: ending npm ends the server. */
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { isNightly } from '#tests/support/run-mode.ts'
import { READY_WITHIN_MS, removeData, startServer } from '#tests/support/running-server.ts'
import { startRequest } from '#tests/support/slow-request.ts'

/** @returns once the server is running; `npm` leads its own process group, as in a terminal */
async function startByNpm() {
  const dataDir = mkdtempSync(join(tmpdir(), 'npm-start-'))
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, NODE_ENV: undefined, PORT: '0', LOG_LEVEL: 'info', CONTENT: 'empty', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let printed = ''
  npm.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  npm.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const url = await vi.waitFor(() => {
    const found = /running on (http:\/\/\S+)/.exec(printed)?.[1]
    if (!found) throw new Error(`The server has not started:\n${printed}`)
    return found
  }, READY_WITHIN_MS)
  return { npm, url, dataDir, printed: () => printed }
}

test('SIGTERM to npm alone ends the server, and frees the port and the data folder', async () => {
  const { npm, url, dataDir, printed } = await startByNpm()
  // Besides npm's own output: the credentials and the URL.
  expect(
    printed()
      .split('\n')
      .filter((line) => line.trim() && !line.startsWith('>') && !line.startsWith('{')),
  ).toEqual([
    expect.stringMatching(/^First administrator created: \S+ with the password \S+$/),
    'The password is shown only once.',
    expect.stringMatching(/^Net Zero is running on http/),
  ])
  // The log stream writes warnings at once and other lines later.
  const logged = () =>
    printed()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  await vi.waitFor(() =>
    expect(logged()).toContainEqual(
      expect.objectContaining({ msg: 'database migrated', site: 'main', from: null, count: expect.any(Number) }),
    ),
  )
  expect(logged()).toContainEqual(expect.objectContaining({ msg: 'secret key created: back it up, apart from the database', level: 40 }))
  expect((await fetch(`${url}/healthz`)).status).toBe(200)

  npm.kill('SIGTERM')
  await vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow(/fetch failed/), 30_000)
  // A second process is refused while the first uses the folder.
  const next = await vi.waitFor(() => startServer({ DATA_DIR: dataDir, CONTENT: 'empty' }), 30_000)
  await next.stop()
  removeData(dataDir)
})

// Ctrl-C in a terminal and supervisors signal npm and the server both.
test.each(isNightly ? (['SIGINT', 'SIGTERM'] as const) : [])('%s to npm and the server lets a running request finish', async (signal) => {
  const { npm, url, dataDir } = await startByNpm()
  const subscription = startRequest(`${url}/api/newsletter`, JSON.stringify({ email: 'late@example.org' }))
  await subscription.accepted
  const status = subscription.status.catch((error: unknown) => String(error))
  process.kill(-(npm.pid ?? 0), signal)
  await vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow(/fetch failed/), 30_000)
  subscription.finish()
  expect(await status).toBe(200)
  const next = await vi.waitFor(() => startServer({ DATA_DIR: dataDir, CONTENT: 'empty' }), 30_000)
  await next.stop()
  removeData(dataDir)
})
