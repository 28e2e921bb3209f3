/** Shortens the content of topics for cards. */
import { toPlainText } from '#platform/markdown/plain-text.ts'
import { truncateText } from '#wording/cut-text.ts'
import type { Topic } from './topic.contract.ts'

const CARD_CONTENT_LENGTH = 80

export const toView = (items: Topic[], view: 'card' | 'full'): Topic[] => (view === 'full' ? items : items.map(toCard))

/** Shortens the content of a topic to plain text. */
export const toCard = (topic: Topic): Topic => ({
  ...topic,
  content: truncateText(toPlainText(topic.content, CARD_CONTENT_LENGTH), CARD_CONTENT_LENGTH),
})
