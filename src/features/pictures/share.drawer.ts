// A process of its own, because what draws SVG may not be in the one that reads strangers' pictures: there only four kinds of file are decoded.
import { setPriority } from 'node:os'
import sharp from 'sharp'
import { drawCard, type DrawingSources, type ShareCard } from './share.card.ts'

/** Visitors come first. */
const AFTER_OTHERS = 10
setPriority(AFTER_OTHERS)
sharp.cache(false)
sharp.concurrency(1)

process.on('message', ({ card, sources }: { card: ShareCard; sources: DrawingSources }) => {
  drawCard(card, sources).then(
    (png) => process.send?.({ png }),
    (fault: unknown) => process.send?.({ failed: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) }),
  )
})
process.on('disconnect', () => process.exit())
