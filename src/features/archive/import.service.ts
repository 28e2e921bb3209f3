/** Brings an archive up as a site: all of it, or nothing. */
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import type { Engine } from '#db/engine.ts'
import { openSite, resetIds } from '#db/open-site.ts'
import { migrationLevel } from '#db/snapshot.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { TABLE_NAMES, TABLES, type Manifest, type Row } from './archive.format.ts'
import { clear, insertRows, isFilled } from './archive.queries.ts'
import { openArchive, type Archive } from './archive.reader.ts'

export interface Target {
  engine: Engine
  /** The name of the site's database. */
  site: string
  /** Where its files lie. */
  folder: string
  /** Whether what is there may be overwritten. */
  replace: boolean
  largest?: number | undefined
}

const NUMBERED = TABLE_NAMES.filter((table) => TABLES[table][0] === 'id')

/** @throws Error with a sentence for the operator; the target is as it was then */
export async function importArchive(file: string, target: Target): Promise<Manifest> {
  const { engine, site, folder } = target
  const archive = await openArchive(file, target.largest)
  const unpacked = `${folder}.importing`
  const isNew = (await engine.sizeOf(site)) === 0
  let db: SiteDatabase | undefined
  let isDone = false
  try {
    db = await openSite(engine, site)
    const level = await migrationLevel(db)
    if (archive.manifest.migration > level)
      throw new Error(`The archive was made by a newer version (${archive.manifest.migration}); this one is at ${level}. Update first.`)
    if (!target.replace && (await isFilled(db)))
      throw new Error('There is a site already. To overwrite it with the archive, say --replace; what it holds now will be gone.')
    await rm(unpacked, { recursive: true, force: true })
    await unpack(archive, unpacked)
    await fill(db, archive, target, unpacked)
    isDone = true
    return archive.manifest
  } finally {
    archive.close()
    await db?.destroy()
    if (!isDone && isNew) await engine.drop(site)
    await rm(unpacked, { recursive: true, force: true })
  }
}

async function unpack({ paths, read }: Archive, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const path of paths.filter((name) => name.startsWith('files/'))) {
    const place = join(folder, path.slice('files/'.length))
    await mkdir(dirname(place), { recursive: true })
    await pipeline(await read(path), createWriteStream(place))
  }
}

/** The files change places last, and back again if the database then refuses. */
async function fill(db: SiteDatabase, archive: Archive, { engine, site, folder }: Target, unpacked: string): Promise<void> {
  const before = `${folder}.before`
  let isMoved = false
  try {
    await db.transaction().execute(async (trx) => {
      await clear(trx)
      for (const table of TABLE_NAMES) {
        if (!archive.paths.includes(`data/${table}.jsonl`)) continue
        for await (const line of createInterface({ input: await archive.read(`data/${table}.jsonl`), crlfDelay: Infinity }))
          if (line) await insertRows(trx, table, [JSON.parse(line) as Row])
      }
      await resetIds(trx, engine.name, site, NUMBERED)
      await rm(before, { recursive: true, force: true })
      await rename(folder, before).catch(() => undefined)
      isMoved = true
      await rename(unpacked, folder)
    })
  } catch (fault) {
    if (isMoved) {
      await rm(folder, { recursive: true, force: true })
      await rename(before, folder).catch(() => undefined)
    }
    throw fault
  }
  await rm(before, { recursive: true, force: true })
}
