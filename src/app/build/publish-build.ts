/**
 * Replaces the previous build while processes serve it. Files are renamed into place, hashed ones before those that reference them, so that
 * no file is missing at any time. Superseded files remain for a day, because open browser tabs and older processes still request them.
 */
import { globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const RETENTION_MS = 86_400_000
/** File that maps each superseded file to the time at which it was superseded (ISO 8601, UTC). */
const SUPERSEDED_FILE = 'superseded.json'
const HASHED_FILE = /-[\w-]{7,8}\.\w+(\.br|\.gz)?$/

/**
 * Moves a build into `dist` and removes old superseded files.
 * @param staging folder of the build in `dist`, which is removed
 * @param now Unix time in milliseconds
 */
export async function publishBuild(staging: string, dist: string, now = Date.now()): Promise<void> {
  const files = listFiles(staging)
  for (const file of files.toSorted((firstFile, secondFile) => getPublicationRank(firstFile) - getPublicationRank(secondFile))) {
    await mkdir(dirname(join(dist, file)), { recursive: true })
    await rename(join(staging, file), join(dist, file))
  }
  await rm(staging, { recursive: true })
  await removeSuperseded(dist, new Set(files), now)
}

/** Lists the files in `dist` that belong to the current build, without superseded ones. */
export async function listCurrentBuild(dist: string): Promise<string[]> {
  const superseded = await readSuperseded(dist)
  return listFiles(dist).filter((file) => !(file in superseded) && file !== SUPERSEDED_FILE)
}

/** Returns the rank of a file in the order of publication: hashed files, then the files that reference them, then the server entry. */
const getPublicationRank = (file: string): number => (HASHED_FILE.test(file) ? 0 : file === 'server/main.js' ? 2 : 1)

async function removeSuperseded(dist: string, current: ReadonlySet<string>, now: number): Promise<void> {
  const supersededBefore = await readSuperseded(dist)
  const supersededNow: Record<string, string> = {}
  for (const file of listFiles(dist)) {
    if (current.has(file) || !isPublished(file)) continue
    const supersededAt = supersededBefore[file] ?? new Date(now).toISOString()
    if (now - Date.parse(supersededAt) > RETENTION_MS) await rm(join(dist, file), { force: true })
    else supersededNow[file] = supersededAt
  }
  await writeFile(join(dist, SUPERSEDED_FILE), JSON.stringify(supersededNow))
}

/** Whether a file belongs to a published build, not to the staging folder of another build or to files next to the builds. */
const isPublished = (file: string): boolean => /^(client|server)\//.test(file)

async function readSuperseded(dist: string): Promise<Record<string, string>> {
  const text = await readFile(join(dist, SUPERSEDED_FILE), 'utf8').catch(() => '{}')
  return JSON.parse(text) as Record<string, string>
}

/** Lists all files below a folder, including dot folders, because Vite's manifest is in one. */
const listFiles = (folder: string): string[] =>
  globSync(['**/*', '**/.*/**/*'], { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
