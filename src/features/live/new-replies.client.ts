/** Replies that have arrived on open pages and are not shown yet, by topic. */
import { useSyncExternalStore } from 'react'

export interface NewReplies {
  ids: ReadonlySet<number>
  /** Number of visible replies to the topic; undefined until there was an event. */
  replyCount: number | undefined
}

const NONE: NewReplies = { ids: new Set(), replyCount: undefined }
const byTopic = new Map<number, NewReplies>()
const listeners = new Set<() => void>()

export const findNewReplies = (topicId: number): NewReplies => byTopic.get(topicId) ?? NONE

export const useNewReplies = (topicId: number): NewReplies =>
  useSyncExternalStore(
    onChange,
    () => findNewReplies(topicId),
    () => NONE,
  )

/** Records a new reply, or only the number of replies. */
export function addNewReply(topicId: number, replyCount: number, replyId?: number): void {
  const { ids } = findNewReplies(topicId)
  byTopic.set(topicId, { ids: replyId === undefined ? ids : new Set([...ids, replyId]), replyCount })
  notify()
}

/** Removes what the page shows. @param total number of replies to the topic when the page loaded them */
export function removeShownReplies(topicId: number, shown: readonly { id: number }[], total: number): void {
  const { ids, replyCount } = findNewReplies(topicId)
  const shownIds = new Set(shown.map(({ id }) => id))
  const remaining = [...ids].filter((id) => !shownIds.has(id))
  const isCountShown = replyCount !== undefined && replyCount <= total
  if (remaining.length === ids.size && !isCountShown) return
  byTopic.set(topicId, { ids: new Set(remaining), replyCount: isCountShown ? undefined : replyCount })
  notify()
}

/** Forgets what has arrived, when the page loads the replies again. */
export function clearNewReplies(topicId: number): void {
  if (byTopic.delete(topicId)) notify()
}

const notify = () => {
  for (const listener of listeners) listener()
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
