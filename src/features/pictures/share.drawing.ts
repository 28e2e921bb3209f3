/** Has cards drawn by processes of their own, behind visitors' requests. A crawler that asks for many waits its turn. */
import { availableParallelism } from 'node:os'
import { WorkerPool } from '#platform/jobs/worker-pool.ts'
import type { DrawingSources, ShareCard } from './share.card.ts'

export interface CardTask {
  card: ShareCard
  sources: DrawingSources
}
export type CardPool = WorkerPool<CardTask, Uint8Array>

const MAX_AT_ONCE = 2

/** A card takes about a fifth of a second: the last in a full queue has waited about half a minute. */
export const createCardPool = (): CardPool =>
  new WorkerPool({
    script: new URL('share.drawer.ts', import.meta.url),
    size: Math.min(MAX_AT_ONCE, availableParallelism()),
    maxWaiting: 300,
    maxWaitMs: 55_000,
    taskTimeoutMs: 30_000,
  })
