// Worker process for share cards. Separate from the one that decodes uploads, in which SVG and all but four image formats are blocked.
import { setPriority } from 'node:os'
import sharp from 'sharp'
import { handleTasks } from '#platform/jobs/worker-process.ts'
import { renderShareCard } from './share.card.ts'
import type { CardTask } from './share.drawing.ts'

/** Nice value: lower priority than requests. */
const NICE = 10
setPriority(NICE)
sharp.cache(false)
sharp.concurrency(1)

handleTasks(({ card, sources }: CardTask) => renderShareCard(card, sources))
