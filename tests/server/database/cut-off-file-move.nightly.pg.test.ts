/** A start that migrates the files of an earlier version into the database, killed while it does. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { startServer } from '#tests/support/running-server.ts'
import { makePlace } from '#tests/support/whole-installation.ts'
import { MAIN_SITE, openEngine, openFilledSite } from '#app/sites/open-main-site.ts'
import { getFilesFolder } from '#app/sites/open-site-files.ts'

const PICTURES = 60

test('the next start resumes an interrupted file migration and serves every picture', async () => {
  const place = await makePlace('postgres', inject('databaseUrl'))
  const engine = await openEngine(place)
  const site = await openFilledSite(engine, MAIN_SITE, { content: 'empty', dataDir: place.dataDir })
  await site.db.destroy()
  await engine.close()
  const uploads = join(getFilesFolder(place.dataDir, MAIN_SITE), 'uploads')
  const pictures = new Map<string, Buffer>()
  for (let n = 0; n < PICTURES; n += 1) {
    const name = `${String(n).padStart(24, '0')}-400x300`
    const bytes = randomBytes(1_500_000)
    pictures.set(name, bytes)
    mkdirSync(join(uploads, name), { recursive: true })
    writeFileSync(join(uploads, name, '400.webp'), bytes)
  }

  const env = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' }
  const cutOff = spawn(process.execPath, [join(import.meta.dirname, '../../../src/app/main.ts')], {
    env: { ...process.env, ...env, PORT: '0' },
    stdio: 'ignore',
  })
  const watch = setInterval(() => readdirSync(uploads).length < PICTURES - 10 && cutOff.kill('SIGKILL'), 1)
  await once(cutOff, 'exit')
  clearInterval(watch)
  const left = readdirSync(uploads).length
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(PICTURES)

  const server = await startServer(env)
  for (const [name, bytes] of pictures) {
    const served = await fetch(`${server.url}/uploads/${name}.webp`)
    expect(served.status, name).toBe(200)
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes), name).toBe(true)
  }
  expect(() => readdirSync(uploads)).toThrow(/ENOENT/)
  await server.stop()
  await place.remove()
})
