/** Finds the page of replies with the reply that the URL links to, and scrolls to this reply. */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import {
  pageOfPosition,
  repliesQuery,
  replyPositionQuery,
  REPLIES_PER_PAGE,
  type Reply,
  type Topic,
} from '#features/forums/topic.client.ts'
import { replyAnchor, replyPath } from '#features/pages/reply-path.policy.ts'
import { parseReplyId } from '#site/forum/lists/topic-filter.ts'
import { parsePage } from '#site/page-number.ts'

interface LinkedReply {
  /** Undefined if the URL links to no reply. */
  id: number | undefined
  /** Number of the page of replies to show: the linked reply's page, or the one in the URL. */
  page: number
  /** Whether the linked reply was deleted or is hidden. */
  isMissing: boolean
}

export function useLinkedReply(topic: Topic): LinkedReply {
  const [search] = useSearchParams()
  const queryClient = useQueryClient()
  const id = parseReplyId(search)
  const topicId = String(topic.id)
  const { data } = useQuery({
    ...replyPositionQuery(topicId, id ?? 0),
    enabled: id !== undefined,
    // If the reply is already loaded, its position is known without a request.
    initialData: () => (id === undefined ? undefined : findLoadedPosition(queryClient, topicId, id)),
  })
  const position = id === undefined ? undefined : data?.position
  return { id, page: position ? pageOfPosition(position) : parsePage(search), isMissing: position === null }
}

function findLoadedPosition(queryClient: QueryClient, topicId: string, id: number): { position: number } | undefined {
  const lastPage = pageOfPosition(queryClient.getQueryData(repliesQuery(topicId).queryKey)?.total ?? 0)
  for (let page = 1; page <= lastPage; page++) {
    const index = queryClient.getQueryData(repliesQuery(topicId, page).queryKey)?.items.findIndex((reply) => reply.id === id) ?? -1
    if (index >= 0) return { position: (page - 1) * REPLIES_PER_PAGE + index + 1 }
  }
  return undefined
}

/**
 * Scrolls to the linked reply, or to the note that it was deleted. If the URL has a fragment, the browser scrolls. Old links with a page
 * number and a fragment (`?page=2#reply-7`) are redirected if the reply is no longer on that page.
 */
export function useScrollToLinkedReply(
  topic: Topic,
  { id: linkedId, isMissing }: LinkedReply,
  replies: readonly Reply[] | undefined,
): void {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const isShown = isMissing || (replies?.some((reply) => reply.id === linkedId) ?? false)
  const anchoredId = /^#reply-(\d{1,9})$/.exec(hash)?.[1]
  const isAnchorOffPage = anchoredId !== undefined && replies !== undefined && !replies.some((reply) => reply.id === Number(anchoredId))

  useEffect(() => {
    if (isShown && linkedId !== undefined && hash === '') document.getElementById(replyAnchor(linkedId))?.scrollIntoView()
  }, [isShown, linkedId, hash])
  useEffect(() => {
    if (isAnchorOffPage && linkedId === undefined) void navigate(replyPath(topic.id, Number(anchoredId)), { replace: true })
  }, [isAnchorOffPage, linkedId, anchoredId, topic.id, navigate])
}
