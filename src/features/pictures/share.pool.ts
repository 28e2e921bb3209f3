/** Declares the pool of workers that draw share cards. A crawler that requests many cards waits in its queue. */
import { availableParallelism } from 'node:os'
import { WorkerPool } from '#platform/jobs/worker-pool.ts'
import type { DrawingSources, ShareCard } from './share.card.ts'

export interface CardTask {
  card: ShareCard
  sources: DrawingSources
}
export type CardPool = WorkerPool<CardTask, Uint8Array>

const MAX_WORKERS = 2

/** A card takes about 0.2 s, so the last one in a full queue waits about 30 s. */
export const createCardPool = (): CardPool =>
  new WorkerPool({
    script: new URL('share.drawer.ts', import.meta.url),
    size: Math.min(MAX_WORKERS, availableParallelism()),
    maxWaiting: 300,
    maxWaitMs: 55_000,
    taskTimeoutMs: 30_000,
  })
