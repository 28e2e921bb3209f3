/** Lists the files in the main site's folder. There are none on PostgreSQL, where files are rows. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { getFilesFolder } from '#app/sites/open-site-files.ts'
import type { World } from './world.ts'

export async function listStoredFiles({ installation, site }: World): Promise<string[]> {
  const folder = getFilesFolder(installation.folder, site.id)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
