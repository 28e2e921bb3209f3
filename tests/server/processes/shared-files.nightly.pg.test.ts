/** On PostgreSQL a site's files are rows: a file stored by one process is served by every other, on any machine. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPostgres } from '#db/postgres/postgres.ts'
import type { Engine } from '#db/engine.ts'
import { CHUNK_BYTES, findFile } from '#db/files/stored-files.ts'
import { uploadEndpoint } from '#features/uploads/upload.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { urlFor } from '#platform/client/api.client.ts'
import { WRITTEN_TABLES_HEADER } from '#platform/client/query-refresh.client.ts'
import { splitFilePath } from '#platform/files/database-files.ts'
import type { Site, Viewer } from '#platform/contract/context.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { listPaths, putFile, readBytes } from '#tests/support/site-files.ts'
import { buildTestApp } from '#tests/support/test-site.ts'
import type { BuiltApp } from '#app/build-app.ts'
import { openFilledSite } from '#app/sites/open-main-site.ts'

const NAME = `shared_${crypto.randomUUID().slice(0, 8)}`
interface Machine extends BuiltApp {
  engine: Engine
  site: Site
  dataDir: string
}
let machines: Machine[]
let admin: Viewer | null = null

async function startMachine(): Promise<Machine> {
  const engine = await openPostgres(inject('databaseUrl'))
  const dataDir = await mkdtemp(join(tmpdir(), 'machine-'))
  const site = await openFilledSite(engine, NAME, { content: 'empty', dataDir })
  const built = await buildTestApp({ sites: singleSiteDirectory(site), actAs: () => admin })
  return { ...built, engine, site, dataDir }
}

beforeAll(async () => {
  machines = [await startMachine(), await startMachine()]
  admin = await makeUser(machines[0]!.site, { isAdmin: true })
})
afterAll(async () => {
  for (const { app, site } of machines) {
    await app.close()
    await site.db.destroy()
  }
  await machines[0]?.engine.drop(NAME)
  for (const { engine, dataDir } of machines) {
    await engine.close()
    await rm(dataDir, { recursive: true })
  }
})

test('an uploaded picture is served identically by the other machine in every size', async () => {
  const [one, other] = machines as [Machine, Machine]
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const bytes = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#fff', noise } })
    .jpeg()
    .toBuffer()
  const url = urlFor(uploadEndpoint.path, { query: { alt: 'Noise' } })
  const taken = await one.app.inject({ method: 'POST', url, headers: { 'content-type': 'image/jpeg' }, payload: bytes })
  expect(taken.statusCode).toBe(201)
  // Cached responses do not depend on the file tables, so no invalidation is published for them.
  expect(taken.headers[WRITTEN_TABLES_HEADER]).toBe('audit_entries,uploads')
  const paths = await listPaths(other.site.files)
  expect(paths).toHaveLength(8)
  for (const path of paths) {
    const [here, there] = [await one.app.inject(`/${path}`), await other.app.inject(`/${path}`)]
    expect(here.statusCode).toBe(200)
    expect(there.statusCode).toBe(200)
    expect(there.headers['content-length']).toEqual(String(here.rawPayload.length))
    expect(there.rawPayload.equals(here.rawPayload)).toBe(true)
    expect((await sharp(there.rawPayload).metadata()).width).toBe(Number(/(\d+)\.\w+$/.exec(path)?.[1]))
  }
  const largest = await Promise.all(paths.map(async (path) => (await other.site.files.find(path))?.bytes ?? 0))
  expect(Math.max(...largest)).toBeGreaterThan(2 * CHUNK_BYTES)
  for (const { dataDir } of machines) expect(existsSync(join(dataDir, 'files'))).toBe(false)
})

test('a share picture rendered on one machine is served by the other', async () => {
  const [one, other] = machines as [Machine, Machine]
  const drawn = await one.app.inject('/share/site/home.png')
  expect(drawn.statusCode).toBe(200)
  const stored = await listPaths(other.site.files, 'share')
  expect(stored).toHaveLength(1)
  const served = await other.app.inject('/share/site/home.png')
  expect(served.headers['etag']).toEqual(drawn.headers['etag'])
  expect(served.rawPayload.equals(drawn.rawPayload)).toBe(true)
  expect(await listPaths(other.site.files, 'share')).toEqual(stored)
})

test('a slow reader holds no database connection, and fails when the file is deleted', async () => {
  const { files, db } = machines[0]!.site
  const bytes = randomBytes(5 * CHUNK_BYTES + 17)
  await putFile(files, 'uploads/slow/1.webp', bytes)
  // More readers than connections: each has read its first bytes and pauses.
  const readers = await Promise.all(
    Array.from({ length: 25 }, async () => {
      const reader = (await files.find('uploads/slow/1.webp'))!.read()
      expect((await once(reader)).length).toBeGreaterThan(0)
      return reader
    }),
  )
  expect(await db.selectFrom('files').select('id').execute()).not.toEqual([])
  const [first, ...others] = readers
  const rest = await buffer(first!)
  expect(bytes.subarray(bytes.length - rest.length).equals(rest)).toBe(true)
  await files.removeFolder('uploads/slow')
  for (const reader of others) await expect(buffer(reader)).rejects.toThrow(/The file was deleted while it was read/)
})

const once = async (reader: NodeJS.ReadableStream): Promise<Buffer> => {
  await new Promise((resolve) => reader.once('readable', resolve))
  return (reader.read() as Buffer | null) ?? Buffer.alloc(0)
}

test('a partially written file is not stored', async () => {
  const { files } = machines[0]!.site
  const broken = files.addFolder('uploads/broken', async (add) => {
    await add('1.webp', Buffer.from('whole'))
    throw new Error('The picture is broken.')
  })
  await expect(broken).rejects.toThrow('broken')
  expect(await files.hasFolder('uploads/broken')).toBe(false)
})

test('files of an earlier version are migrated once at the start, even by two concurrent starts', async () => {
  const { dataDir, engine, site } = machines[0]!
  const place = join(dataDir, 'files', NAME)
  const pictures = new Map<string, Buffer>()
  for (let n = 0; n < 20; n += 1)
    for (const size of ['400.avif', '400.webp'])
      pictures.set(`uploads/${String(n).padStart(24, '0')}-400x300/${size}`, randomBytes(n * 30_000))
  for (const [path, bytes] of pictures) {
    await mkdir(join(place, path, '..'), { recursive: true })
    await writeFile(join(place, path), bytes)
  }
  // One was committed by a process that ended before it removed the folder.
  const half = [...pictures.keys()][8]!
  await mkdir(join(place, 'share'), { recursive: true })
  await writeFile(join(place, 'share/home.old.png'), 'a card')
  await machines[1]!.site.files.addFolder(splitFilePath(half).folder, async (add) => {
    await add('400.avif', pictures.get(half)!)
    await add('400.webp', pictures.get(half.replace('avif', 'webp'))!)
  })
  const old = new Date('2024-05-06T07:08:09Z')
  await utimes(join(place, 'share/home.old.png'), old, old)

  const open = () => openFilledSite(engine, NAME, { content: 'empty', dataDir })
  const opened = await Promise.all([open(), open()])
  for (const [path, bytes] of pictures) expect((await readBytes(machines[1]!.site.files, path))?.equals(bytes), path).toBe(true)
  expect(existsSync(place)).toBe(false)
  expect((await listPaths(site.files)).filter((path) => pictures.has(path))).toEqual([...pictures.keys()].toSorted())
  expect(await findFile(site.db, { folder: 'share', name: 'home.old.png' })).toBeUndefined()
  for (const { db } of [...opened, await open()]) await db.destroy()
})
