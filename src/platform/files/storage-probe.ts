/** Whether the data folder can be written, tried with a small file: a full disk, a quota and a read-only mount all look the same from here. */
import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** As much as a small write of the database needs. */
const PROBE_BYTES = 64 * 1024
/** Whoever asks more often hears the same again. */
const KNOWN_FOR_MS = 5000

/**
 * @param folder absolute, and there
 * @returns asks the disk at most every five seconds, however many ask
 */
export function createStorageProbe(folder: string): () => Promise<boolean> {
  const file = join(folder, `.probe-${process.pid}`)
  let known: { at: number; answer: Promise<boolean> } | undefined
  return () => {
    const now = performance.now()
    if (!known || now - known.at > KNOWN_FOR_MS) known = { at: now, answer: canWrite(file) }
    return known.answer
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
