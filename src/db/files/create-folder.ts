/** Creates a folder that an operator has named. */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates the folder where it is missing, with its parents. Node's recursive `mkdir` never ends where a file system has the parent and refuses
 * the folder with ENOENT, as /proc and automounters do.
 * @param folder absolute path
 * @throws Error of `mkdir`
 */
export function createFolder(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return
    if (code !== 'ENOENT' || existsSync(dirname(folder))) throw error
    createFolder(dirname(folder))
    createFolder(folder)
  }
}
