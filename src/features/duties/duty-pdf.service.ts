/** Renders PDF files in a child process, so that other requests do not wait. */
import { PoolBusyError, WorkerPool } from '#platform/jobs/worker-pool.ts'
import { unavailable } from '#platform/contract/errors.ts'
import type { DocumentBlock } from './duty-document.policy.ts'
import type { PdfOptions } from './duty-pdf.ts'

export interface PdfTask {
  documents: readonly (readonly DocumentBlock[])[]
  options: PdfOptions
}

/** The process starts with the first task, and ends when it is idle. */
const pool = new WorkerPool<PdfTask, Uint8Array>({
  script: new URL('pdf.worker.ts', import.meta.url),
  size: 1,
  maxWaiting: 5,
  maxWaitMs: 30_000,
  taskTimeoutMs: 60_000,
})

/** Renders several documents, each on new pages, into one PDF. @throws AppError 503 if too many are being rendered */
export async function renderPdf(documents: PdfTask['documents'], options: PdfOptions): Promise<Buffer> {
  try {
    return Buffer.from(await pool.run({ documents, options }))
  } catch (error) {
    if (error instanceof PoolBusyError) throw unavailable('pdf.busy', 'Other documents are being created. Please try again in a moment.')
    throw error
  }
}
