// A process of its own, because what draws SVG may not be in the one that reads strangers' pictures: there only four kinds of file are decoded.
import { setPriority } from 'node:os'
import sharp from 'sharp'
import { answerTasks } from '#platform/jobs/worker-process.ts'
import { renderShareCard } from './share.card.ts'
import type { CardTask } from './share.drawing.ts'

/** Visitors come first. */
const AFTER_OTHERS = 10
setPriority(AFTER_OTHERS)
sharp.cache(false)
sharp.concurrency(1)

answerTasks(({ card, sources }: CardTask) => renderShareCard(card, sources))
