/** Creates a folder that the operator has configured. */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates the folder with its parents if it is missing. Node's recursive `mkdir` loops forever on file systems that refuse a folder with
 * ENOENT although its parent exists (/proc, automounters).
 * @param folder absolute path
 * @throws the error of `mkdir`
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
