/**
 * Replaces the previous build while processes serve it. Files are renamed into place, hashed ones before those that reference them, so
 * that no file is missing at any time. Superseded files stay for a day: open browser tabs and older processes still request them.
 */
import { globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const RETENTION_MS = 86_400_000
/** Maps each superseded file to the time since when it is (ISO 8601, UTC). */
const SUPERSEDED = 'superseded.json'
const HASHED = /-[\w-]{7,8}\.\w+(\.br|\.gz)?$/

/** @param staging a folder in `dist`, removed afterwards */
export async function publishBuild(staging: string, dist: string, now = Date.now()): Promise<void> {
  const files = listFiles(staging)
  for (const file of files.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    await mkdir(dirname(join(dist, file)), { recursive: true })
    await rename(join(staging, file), join(dist, file))
  }
  await rm(staging, { recursive: true })
  await removeSuperseded(dist, new Set(files), now)
}

/** Lists the files in `dist` that belong to the current build, without superseded ones. */
export async function listCurrentBuild(dist: string): Promise<string[]> {
  const superseded = await readSuperseded(dist)
  return listFiles(dist).filter((file) => !(file in superseded) && file !== SUPERSEDED)
}

/** Publication order: hashed files, then the files that reference them, then the server entry. */
const rankOf = (file: string): number => (HASHED.test(file) ? 0 : file === 'server/main.js' ? 2 : 1)

async function removeSuperseded(dist: string, current: ReadonlySet<string>, now: number): Promise<void> {
  const before = await readSuperseded(dist)
  const after: Record<string, string> = {}
  for (const file of listFiles(dist)) {
    if (current.has(file) || !isPublished(file)) continue
    const since = before[file] ?? new Date(now).toISOString()
    if (now - Date.parse(since) > RETENTION_MS) await rm(join(dist, file), { force: true })
    else after[file] = since
  }
  await writeFile(join(dist, SUPERSEDED), JSON.stringify(after))
}

/** Excludes the staging folders of other builds and files next to the builds. */
const isPublished = (file: string): boolean => /^(client|server)\//.test(file)

async function readSuperseded(dist: string): Promise<Record<string, string>> {
  const text = await readFile(join(dist, SUPERSEDED), 'utf8').catch(() => '{}')
  return JSON.parse(text) as Record<string, string>
}

/** Includes dot folders, as Vite's manifest is in one. */
const listFiles = (folder: string): string[] =>
  globSync(['**/*', '**/.*/**/*'], { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
