/** Replies to a topic, paginated, and the reply form. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useIsAdmin } from '#features/accounts/sessions/signed-in.client.ts'
import { ReplyForm } from '#features/forums/replies/reply-form.tsx'
import { repliesQuery, REPLIES_PER_PAGE, type Reply, type Topic } from '#features/forums/topic.client.ts'
import { useHasFilledForm } from '#platform/client/forms/filled-forms.client.ts'
import { PostingGate } from '#site/account/posting-gate.tsx'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { replyAnchor } from '#features/pages/reply-path.policy.ts'
import { NOUNS } from '#wording/nouns.ts'
import { ReplyItem } from './reply-item.tsx'
import { RepliesSkeleton } from './replies-skeleton.tsx'
import * as styles from './topic.module.css'

interface RepliesProps {
  topic: Topic
  page: number
  /** Id of the linked reply if it has been deleted. */
  missingReplyId: number | undefined
}

export function Replies({ topic, page, missingReplyId }: RepliesProps) {
  const id = String(topic.id)
  const replies = useQuery({ ...repliesQuery(id, page), placeholderData: keepPreviousData })
  const { count } = useWording()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const isOpen = !topic.isLocked || isAdmin
  const isFilled = useHasFilledForm()
  // A draft stays visible if the topic is locked while it is being written.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  const [newReplyId, setNewReplyId] = useState<number>()
  const total = replies.data?.total ?? topic.replyCount ?? 0
  const hrefFor = (number: number) => `${paths.topic(topic.id)}${number > 1 ? `?page=${number}` : ''}`

  /** Replies are listed oldest first, so a new one is on the last page. */
  const showNewReply = (reply: Reply) => {
    if (reply.status !== 'visible') return
    setNewReplyId(reply.id)
    const knownTotal = queryClient.getQueryData(repliesQuery(id, page).queryKey)?.total ?? total + 1
    const lastPage = Math.max(1, Math.ceil(knownTotal / REPLIES_PER_PAGE))
    if (lastPage !== page) void navigate(hrefFor(lastPage), { preventScrollReset: true })
  }
  useScrollIntoView(newReplyId, replies.data?.items)

  return (
    <section className={styles.topicReplies} id="replies" aria-labelledby="replies-title">
      <h2 id="replies-title">{total === 0 ? 'Replies' : count(total, NOUNS.reply)}</h2>
      {missingReplyId !== undefined && (
        // Target of the URL's fragment in place of the deleted reply.
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
      {replies.data && replies.data.items.length > 0 && (
        <ol className={styles.replyList} start={(page - 1) * REPLIES_PER_PAGE + 1} aria-busy={replies.isPlaceholderData || undefined}>
          {replies.data.items.map((reply) => (
            <ReplyItem
              key={reply.id}
              reply={reply}
              isTopicAuthor={reply.userId === topic.userId}
              isNew={reply.id === newReplyId}
              href={paths.reply(topic.id, reply.id)}
            />
          ))}
        </ol>
      )}
      {replies.isSuccess && replies.data.items.length === 0 && <NoReplies isPastEnd={total > 0} firstPage={hrefFor(1)} />}
      {replies.data && (
        <Pager
          page={page}
          pages={Math.ceil(total / REPLIES_PER_PAGE)}
          hrefFor={(number) => `${hrefFor(number)}#replies`}
          label="Pages of replies"
        />
      )}
      <section className={`${styles.postReply} no-print`} id="post-reply" aria-labelledby="post-reply-title">
        <h2 id="post-reply-title">Post a Reply</h2>
        {topic.isLocked && <TopicLocked isAdmin={isAdmin} />}
        {(isOpen || (wasOpen && isFilled)) && (
          <PostingGate to="to reply">{(userId) => <ReplyForm forumId={topic.id} userId={userId} onPosted={showNewReply} />}</PostingGate>
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

function NoReplies({ isPastEnd, firstPage }: { isPastEnd: boolean; firstPage: string }) {
  return (
    <div className={styles.repliesNote}>
      <p>{isPastEnd ? 'There are no replies on this page.' : 'No replies yet. Be the first to reply.'}</p>
      {isPastEnd && (
        <ButtonLink variant="quiet" to={firstPage} preventScrollReset>
          Go to the first replies
        </ButtonLink>
      )}
    </div>
  )
}

/** Scrolls to a reply once the list contains it; no scrolling if it is already visible. */
function useScrollIntoView(id: number | undefined, items: Reply[] | undefined): void {
  const isLoaded = id !== undefined && Boolean(items?.some((reply) => reply.id === id))
  useEffect(() => {
    if (isLoaded) document.getElementById(`reply-${id}`)?.scrollIntoView({ block: 'nearest' })
  }, [isLoaded, id])
}
