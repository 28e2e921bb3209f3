import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Sums the file sizes of a folder, recursively. A missing folder, or a file that is deleted meanwhile, counts 0 bytes. */
export async function sumFolderBytes(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  let bytes = 0
  for (const file of files)
    if (file.isFile())
      bytes += await stat(join(file.parentPath, file.name))
        .then(({ size }) => size)
        .catch(() => 0)
  return bytes
}
