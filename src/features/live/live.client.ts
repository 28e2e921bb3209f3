/** Applies live updates to the open page: votes and notices to the query cache, new replies to a status button. */
import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery, type Session } from '#features/accounts/sessions/session.client.ts'
import { topicQuery } from '#features/forums/topic.client.ts'
import { noticesQuery } from '#features/notices/notice.client.ts'
import { showVoteCounts } from '#features/votes/vote-cache.client.ts'
import { api, apiUrl } from '#platform/client/api.client.ts'
import { openEventStream } from '#platform/client/event-stream.client.ts'
import { hasFilledForm } from '#platform/client/forms/filled-forms.client.ts'
import { hydrateWaitingParts } from '#ui/hydration/hydration-parts.ts'
import type { LiveEvents } from './live.contract.ts'
import { addNewReply } from './new-replies.client.ts'

interface LivePage {
  topicId: number | undefined
  /** Id of the signed-in member, whose notices arrive too. */
  memberId: number | undefined
}

/** Opens the live updates of a page. @returns a function that closes them */
export function openLiveUpdates(queryClient: QueryClient, { topicId, memberId }: LivePage): () => void {
  const url = apiUrl('GET /api/live', { query: { topic: topicId } })
  /** Refetches the member's session, unless a form is filled in, because the session may have ended. */
  const refetchSession = () => {
    if (memberId !== undefined && !hasFilledForm()) void queryClient.invalidateQueries({ queryKey: sessionQuery().queryKey })
  }
  return openEventStream({
    url,
    name: `live ${memberId ?? ''} ${url}`,
    events: Object.keys(HANDLERS),
    onEvent: (event, data) => void applyEvent(queryClient, event, data),
    onCatchUp(isFirst) {
      if (topicId !== undefined) void catchUpTopic(queryClient, topicId).catch(() => undefined)
      if (!isFirst) refetchSession()
    },
    onRefused: refetchSession,
  })
}

const HANDLERS: { [E in keyof LiveEvents]: (queryClient: QueryClient, data: LiveEvents[E]) => void } = {
  reply: (_queryClient, { topicId, replyId, replyCount }) => addNewReply(topicId, replyCount, replyId),
  vote: (queryClient, { subject, id, ...counts }) => showVoteCounts(queryClient, subject, id, counts),
  notice(queryClient, { unread }) {
    queryClient.setQueryData<Session>(sessionQuery().queryKey, (session) =>
      session?.user ? { user: { ...session.user, unreadNotices: unread } } : session,
    )
    void queryClient.invalidateQueries({ queryKey: [noticesQuery().queryKey[0]] })
  },
}

async function applyEvent(queryClient: QueryClient, event: string, data: string): Promise<void> {
  // React would discard the server's HTML of parts whose data changed before they were hydrated.
  await hydrateWaitingParts()
  const handle = HANDLERS[event as keyof LiveEvents] as (queryClient: QueryClient, data: unknown) => void
  handle(queryClient, JSON.parse(data))
}

/** Compares the topic with the one on the page, which may be older than the stream. An unchanged topic is not rendered again. */
async function catchUpTopic(queryClient: QueryClient, topicId: number): Promise<void> {
  const id = String(topicId)
  const { queryKey } = topicQuery(id)
  const shown = queryClient.getQueryData(queryKey)
  const { replyCount, upvotes, downvotes } = await api('GET /api/forums/:id', { params: { id } })
  if (!shown) return
  const hasVotes = upvotes !== shown.upvotes || downvotes !== shown.downvotes
  if (!hasVotes && replyCount <= shown.replyCount) return
  await hydrateWaitingParts()
  if (replyCount > shown.replyCount) addNewReply(topicId, replyCount)
  if (hasVotes) showVoteCounts(queryClient, 'topic', topicId, { upvotes, downvotes })
}
