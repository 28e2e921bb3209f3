/** Detects a stale build by a content hash of its sources; modification times are unreliable after a checkout or unpacking. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = ['src/**/*', 'public/**/*', 'package-lock.json', 'vite.config.ts']
const HASH_FILE = 'sources.sha256'

/** Hashes the paths and contents of all files that the build reads. */
export function hashSources(root: string): string {
  const files = globSync(SOURCES, { cwd: root, exclude: ['**/*.test.{ts,tsx}'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  const hash = createHash('sha256')
  for (const file of files) {
    const content = readFileSync(file)
    hash.update(`${file.slice(root.length + 1)}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** Reads the hash of the sources from which the build was made. @returns `undefined` if there is no build or it has no hash */
export function readBuiltHash(dist: string): string | undefined {
  try {
    return readFileSync(join(dist, HASH_FILE), 'utf8')
  } catch {
    return undefined
  }
}

export const writeBuiltHash = (dist: string, hash: string): void => writeFileSync(join(dist, HASH_FILE), hash)
