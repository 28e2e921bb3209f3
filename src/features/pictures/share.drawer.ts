// Worker process that renders share cards. It is not the one that decodes uploads, in which SVG and all but four image formats are blocked.
import { setPriority } from 'node:os'
import sharp from 'sharp'
import { handleTasks } from '#platform/jobs/worker-process.ts'
import { renderShareCard } from './share.card.ts'
import type { CardTask } from './share.pool.ts'

/** Nice value of the process, which gives it a lower priority than requests. */
const PROCESS_NICE_VALUE = 10
setPriority(PROCESS_NICE_VALUE)
sharp.cache(false)
sharp.concurrency(1)

handleTasks(({ card, sources }: CardTask) => renderShareCard(card, sources))
