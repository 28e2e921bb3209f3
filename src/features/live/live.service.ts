/** Decides which channels of live updates a viewer may read. */
import type { Context } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { EventSubscription } from '#platform/contract/event-subscription.ts'
import { unauthenticated } from '#platform/contract/route.ts'

export const topicChannel = (id: number): string => `topic:${id}`
export const memberChannel = (id: number): string => `member:${id}`

/**
 * Returns the channels of a topic and, for members, of their notices. Whether the topic is visible is checked for each event, not here: an
 * open page costs no query.
 * @throws AppError 401 for visitors without a topic, 404 for visitors with one while the forum is switched off
 */
export function subscribe({ site, viewer, caller }: Context, topicId: number | undefined): EventSubscription {
  const isForumOn = site.settings.features.forums
  if (!viewer && topicId === undefined) throw unauthenticated(caller)
  if (!viewer && !isForumOn) throw notFound('page')
  const channels = [...(topicId !== undefined && isForumOn ? [topicChannel(topicId)] : []), ...(viewer ? [memberChannel(viewer.id)] : [])]
  return { channels, viewer }
}
