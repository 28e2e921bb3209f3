/**
 * Puts a finished build in the place of the one before, beside processes that serve that one: each file is renamed into its place, those that
 * others name by their hash first, so that at no moment a file is missing. What the new build does not have stays for a day: pages that are
 * open in a browser, and processes that have not been replaced yet, still ask for it.
 */
import { globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const KEEP_MS = 86_400_000
/** Of files that are no longer part of the build: since when (ISO 8601, UTC). */
const SUPERSEDED = 'superseded.json'
const HASHED = /-[\w-]{7,8}\.\w+(\.br|\.gz)?$/

/** @param staging a folder within `dist`, which is gone afterwards */
export async function publishBuild(staging: string, dist: string, now = Date.now()): Promise<void> {
  const files = listFiles(staging)
  for (const file of files.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    await mkdir(dirname(join(dist, file)), { recursive: true })
    await rename(join(staging, file), join(dist, file))
  }
  await rm(staging, { recursive: true })
  await removeSuperseded(dist, new Set(files), now)
}

/** The files of the build that is in `dist`, without those that only an earlier one had. */
export async function listCurrentBuild(dist: string): Promise<string[]> {
  const superseded = await readSuperseded(dist)
  return listFiles(dist).filter((file) => !(file in superseded) && file !== SUPERSEDED)
}

/** Files that are named by their hash, then what names them, the program itself last. */
const rankOf = (file: string): number => (HASHED.test(file) ? 0 : file === 'server/main.js' ? 2 : 1)

async function removeSuperseded(dist: string, current: ReadonlySet<string>, now: number): Promise<void> {
  const before = await readSuperseded(dist)
  const after: Record<string, string> = {}
  for (const file of listFiles(dist)) {
    if (current.has(file) || !isPublished(file)) continue
    const since = before[file] ?? new Date(now).toISOString()
    if (now - Date.parse(since) > KEEP_MS) await rm(join(dist, file), { force: true })
    else after[file] = since
  }
  await writeFile(join(dist, SUPERSEDED), JSON.stringify(after))
}

/** Not the staging folder of another build, and not what is written beside the builds. */
const isPublished = (file: string): boolean => /^(client|server)\//.test(file)

async function readSuperseded(dist: string): Promise<Record<string, string>> {
  const text = await readFile(join(dist, SUPERSEDED), 'utf8').catch(() => '{}')
  return JSON.parse(text) as Record<string, string>
}

/** With those whose names begin with a dot: Vite's manifest is in such a folder. */
const listFiles = (folder: string): string[] =>
  globSync(['**/*', '**/.*/**/*'], { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
