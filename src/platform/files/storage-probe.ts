import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Size of the probe file, which is that of a small database write. */
const PROBE_BYTES = 64 * 1024
const MAX_RESULT_AGE_MS = 5000

/**
 * Creates a health check that writes a small file, which detects a full disk, an exceeded disk quota and a read-only mount.
 * @param folder absolute path of an existing folder
 * @returns a function that resolves to whether the folder is writable; memoised for five seconds
 */
export function createStorageProbe(folder: string): () => Promise<boolean> {
  const file = join(folder, `.probe-${process.pid}`)
  let lastCheck: { startedAtMs: number; isWritable: Promise<boolean> } | undefined
  return () => {
    const now = performance.now()
    if (!lastCheck || now - lastCheck.startedAtMs > MAX_RESULT_AGE_MS) lastCheck = { startedAtMs: now, isWritable: canWrite(file) }
    return lastCheck.isWritable
  }
}

async function canWrite(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'w')
    try {
      await handle.writeFile(Buffer.alloc(PROBE_BYTES, 1))
      await handle.sync()
    } finally {
      await handle.close()
      await unlink(file)
    }
    return true
  } catch {
    return false
  }
}
