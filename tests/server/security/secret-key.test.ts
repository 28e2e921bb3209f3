/** Start-up checks of the secret key, and of a data folder without its database. */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startServer } from '#tests/support/running-server.ts'

const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'secret-key-'))
beforeAll(() => startAndStop())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (env: Record<string, string> = {}) => startServer({ CONTENT: 'starter', DATA_DIR: folder, ...env })
async function startAndStop(env: Record<string, string> = {}): Promise<void> {
  const server = await start(env)
  expect(await server.stop()).toBe(0)
}
const SECRET_KEY = 'another key of thirty-two characters'

test('a start without the key file is refused and creates no new key', async () => {
  const file = join(folder, 'secret.key')
  renameSync(file, `${file}.away`)
  await expect(start()).rejects.toThrow(`the file ${file} is missing, and SECRET_KEY is not set. Put the key back.`)
  expect(existsSync(file)).toBe(false)
  renameSync(`${file}.away`, file)
})

test('a start with another key is refused; the documented command permits it after a lost key', async () => {
  await expect(start({ SECRET_KEY })).rejects.toThrow(
    'The secret key does not fit the database: SECRET_KEY is not the key that the database was served with. Put the key back.',
  )
  const command = /^node -e "(.*sites\/main\.sqlite.*)"/m.exec(readFileSync(join(root, 'docs/operations.md'), 'utf8'))?.[1] ?? ''
  execFileSync(process.execPath, ['-e', command.replace('data/', `${folder}/`)])
  await startAndStop({ SECRET_KEY })
  // The database has the other key's fingerprint now: the refused starts did not store their own.
  await expect(start()).rejects.toThrow(`${folder}/secret.key is not the key that the database was served with`)
})

test('a data folder with a key but no database logs a warning, and the new search index is logged', async () => {
  rmSync(join(folder, 'sites'), { recursive: true })
  const server = await start({ LOG_LEVEL: 'info' })
  const logged = () =>
    server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  await vi.waitFor(() => expect(logged()).toContainEqual(expect.objectContaining({ msg: 'search index built' })), 60_000)
  await server.stop()
  expect(logged().find(({ msg }) => msg === 'search index built')).toMatchObject({
    level: 30,
    site: 'main',
    documents: expect.any(Number),
    durationMs: expect.any(Number),
  })
  expect(logged()).toContainEqual(
    expect.objectContaining({
      level: 40,
      dataDir: folder,
      msg: 'main site created, but the data folder already had a secret key: the earlier database is missing',
    }),
  )
  expect(logged().filter(({ msg }) => String(msg).startsWith('secret key created'))).toEqual([])
})
