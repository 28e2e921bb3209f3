/** One page of the replies to a topic, with the reply form below. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useIsAdmin } from '#features/accounts/sessions/signed-in.client.ts'
import { ReplyForm } from '#features/forums/replies/reply-form.tsx'
import { repliesQuery, REPLIES_PER_PAGE, topicQuery, type Reply, type Topic } from '#features/forums/topic.client.ts'
import { clearNewReplies, findNewReplies } from '#features/live/new-replies.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { useHasFilledForm } from '#platform/client/forms/filled-forms.client.ts'
import { PostingGate } from '#site/account/posting-gate.tsx'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { Notice } from '#ui/states/notice.tsx'
import { useRemovedItems } from '#ui/lists/use-removed-items.ts'
import { Pager } from '#ui/lists/pager.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { replyAnchor } from '#features/pages/reply-path.policy.ts'
import { NOUNS } from '#wording/nouns.ts'
import { AcceptReply } from '#site/forum/answers/accept-reply.tsx'
import { NewRepliesButton } from './new-replies.tsx'
import type { Removal } from '#site/posts/post-menu-props.ts'
import { RemovedPost } from '#site/posts/removed-post.tsx'
import { ReplyItem } from './reply-item.tsx'
import { OwnWaitingReplies } from './waiting/own-waiting-posts.tsx'
import { RepliesSkeleton } from './replies-skeleton.tsx'
import * as styles from './topic.module.css'

interface RepliesProps {
  topic: Topic
  page: number
  /** Id of the reply that the URL links to, if it was deleted or is hidden; otherwise undefined. */
  missingReplyId: number | undefined
}

/** Replies that are highlighted, because the viewer has posted them or asked to see them. */
interface NewlyShown {
  ids: readonly number[]
  /** Whether the first of them gets the focus. */
  isFocused?: boolean
}

export function Replies({ topic, page, missingReplyId }: RepliesProps) {
  const topicId = String(topic.id)
  const replies = useQuery({ ...repliesQuery(topicId, page), placeholderData: keepPreviousData })
  const { count } = useWording()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const isReplyAllowed = !topic.isLocked || isAdmin
  const isFilled = useHasFilledForm()
  // A reply that is being written stays visible when the topic gets locked.
  const [wasReplyAllowed, setWasReplyAllowed] = useState(isReplyAllowed)
  if (isReplyAllowed && !wasReplyAllowed) setWasReplyAllowed(true)
  const [newReplies, setNewReplies] = useState<NewlyShown>()
  const [isShowing, setShowing] = useState(false)
  const total = replies.data?.total ?? topic.replyCount ?? 0
  const hrefFor = (pageNumber: number) => `${paths.topic(topic.id)}${pageNumber > 1 ? `?page=${pageNumber}` : ''}`

  /** Goes to the last page, which contains the new reply, because replies are listed oldest first. */
  const showNewReply = (reply: Reply) => {
    if (reply.status !== 'visible') return
    setNewReplies({ ids: [reply.id] })
    const knownTotal = queryClient.getQueryData(repliesQuery(topicId, page).queryKey)?.total ?? total + 1
    const lastPage = Math.max(1, Math.ceil(knownTotal / REPLIES_PER_PAGE))
    if (lastPage !== page) void navigate(hrefFor(lastPage), { preventScrollReset: true })
  }
  /** Loads the replies that have arrived and moves the focus to the first of them. */
  const showNewReplies = async () => {
    setShowing(true)
    try {
      const { ids, replyCount = 0 } = findNewReplies(topic.id)
      const knownIds = new Set(replies.data?.items.map(({ id }) => id))
      const lastPage = Math.max(1, Math.ceil(Math.max(replyCount, total) / REPLIES_PER_PAGE))
      const { items } = await queryClient.fetchQuery({ ...repliesQuery(topicId, lastPage), staleTime: 0 })
      const arrivedIds = items.map(({ id }) => id).filter((id) => ids.has(id) || (lastPage === page && !knownIds.has(id)))
      clearNewReplies(topic.id)
      void queryClient.invalidateQueries({ queryKey: topicQuery(topicId).queryKey })
      setNewReplies({ ids: arrivedIds, isFocused: true })
      if (lastPage !== page) void navigate(hrefFor(lastPage), { preventScrollReset: true })
    } catch (error) {
      toast({ title: 'The new replies could not be loaded', message: failureReason(error), tone: 'destructive' })
    } finally {
      setShowing(false)
    }
  }
  useScrollIntoView(newReplies, replies.data?.items)
  const { entries, remove, putBack } = useRemovedItems<Reply, Removal>(replies.data?.items ?? [], String(page))

  return (
    <section className={styles.topicReplies} id="replies" aria-labelledby="replies-title">
      <h2 id="replies-title">{total === 0 ? 'Replies' : count(total, NOUNS.reply)}</h2>
      {missingReplyId !== undefined && (
        // The URL's fragment points to this element instead of the missing reply.
        <div id={replyAnchor(missingReplyId)}>
          <Notice className={styles.replyDeleted} title="This reply has been deleted">
            The reply that you are looking for no longer exists.
          </Notice>
        </div>
      )}
      {replies.isPending && <RepliesSkeleton />}
      {replies.isError && (
        <div className={styles.repliesNote} role="alert">
          <p>The replies could not be loaded.</p>
          <Button variant="quiet" busy={replies.isFetching} onClick={() => void replies.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {entries.length > 0 && (
        <ol className={styles.replyList} start={(page - 1) * REPLIES_PER_PAGE + 1} aria-busy={replies.isPlaceholderData || undefined}>
          {entries.map(({ item: reply, removal }) =>
            removal ? (
              <li key={reply.id} className={styles.replyRemoved}>
                <RemovedPost kind="reply" id={reply.id} removal={removal} onRestored={() => putBack(reply.id)} />
              </li>
            ) : (
              <ReplyItem
                key={reply.id}
                reply={reply}
                isTopicAuthor={reply.userId === topic.userId}
                isNew={newReplies?.ids.includes(reply.id) === true}
                permalink={paths.reply(topic.id, reply.id)}
                isAccepted={reply.id === topic.acceptedReplyId}
                actions={<AcceptReply topic={topic} replyId={reply.id} />}
                isTopicLocked={topic.isLocked}
                onRemoved={(removed) => remove(reply, removed)}
              />
            ),
          )}
        </ol>
      )}
      {replies.isSuccess && entries.length === 0 && <NoReplies isPastEnd={total > 0} firstPagePath={hrefFor(1)} />}
      {replies.data && (
        <Pager
          page={page}
          pages={Math.ceil(total / REPLIES_PER_PAGE)}
          hrefFor={(pageNumber) => `${hrefFor(pageNumber)}#replies`}
          label="Pages of replies"
        />
      )}
      <NewRepliesButton
        topicId={topic.id}
        shown={replies.data?.items}
        total={total}
        busy={isShowing}
        onShow={() => void showNewReplies()}
      />
      <OwnWaitingReplies topicId={topic.id} />
      <section className={`${styles.postReply} no-print`} id="post-reply" aria-labelledby="post-reply-title">
        <h2 id="post-reply-title">Post a Reply</h2>
        {topic.isLocked && <TopicLocked isAdmin={isAdmin} />}
        {(isReplyAllowed || (wasReplyAllowed && isFilled)) && (
          <PostingGate purpose="to reply">
            {(userId) => <ReplyForm forumId={topic.id} userId={userId} onPosted={showNewReply} />}
          </PostingGate>
        )}
      </section>
    </section>
  )
}

function TopicLocked({ isAdmin }: { isAdmin: boolean }) {
  return (
    <Notice className={styles.topicClosed} title="This topic is locked">
      You can read it, but not reply to it.{isAdmin && ' As an administrator you can still reply.'}
    </Notice>
  )
}

function NoReplies({ isPastEnd, firstPagePath }: { isPastEnd: boolean; firstPagePath: string }) {
  return (
    <div className={styles.repliesNote}>
      <p>{isPastEnd ? 'There are no replies on this page.' : 'No replies yet. Be the first to reply.'}</p>
      {isPastEnd && (
        <ButtonLink variant="quiet" to={firstPagePath} preventScrollReset>
          Go to the first replies
        </ButtonLink>
      )}
    </div>
  )
}

/** Scrolls to the first new reply as soon as the list contains it. Does not scroll if it is already visible. */
function useScrollIntoView(newReplies: NewlyShown | undefined, replies: Reply[] | undefined): void {
  const [firstId] = newReplies?.ids ?? []
  const isFocused = newReplies?.isFocused === true
  const isLoaded = firstId !== undefined && Boolean(replies?.some(({ id }) => id === firstId))
  useEffect(() => {
    if (!isLoaded) return
    const reply = document.getElementById(`reply-${firstId}`)
    if (isFocused) reply?.focus({ preventScroll: true })
    reply?.scrollIntoView({ block: 'nearest' })
  }, [isLoaded, isFocused, firstId])
}
