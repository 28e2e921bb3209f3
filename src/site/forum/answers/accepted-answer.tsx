/** The accepted answer, beneath the question. */
import { useQuery } from '@tanstack/react-query'
import { acceptedReplyQuery, type AcceptedReply } from '#features/forums/questions/accepted-reply.client.ts'
import type { Topic } from '#features/forums/topic.client.ts'
import { useIsAdmin } from '#features/accounts/sessions/signed-in.client.ts'
import { MutedPost } from '#features/mutes/muted-post.tsx'
import { ReadingText } from '#site/articles/text/reading-text.tsx'
import { paths } from '#site/paths.ts'
import { MemberLink } from '#site/user/member-link.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { wrapTables } from '#ui/text/long-text.ts'
import { RelativeTime } from '#ui/text/time.tsx'
import { ConfirmAnswer } from './confirm-answer.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import * as styles from './answer.module.css'

/** Returns the accepted reply of a topic; undefined if there is none or it is loading. */
export function useAcceptedReply({ id, acceptedReplyId }: Topic): AcceptedReply | undefined {
  const { data } = useQuery({ ...acceptedReplyQuery(id), enabled: acceptedReplyId !== null })
  return acceptedReplyId === null || data?.reply.id !== acceptedReplyId ? undefined : data
}

export function AcceptedAnswer({ topic }: { topic: Topic }) {
  const accepted = useAcceptedReply(topic)
  const isAdmin = useIsAdmin()
  if (!accepted) return null
  const { reply, confirmedBy } = accepted
  const name = reply.username || 'Unknown User'
  return (
    <section className={styles.answer} aria-labelledby="accepted-answer-title">
      <h2 id="accepted-answer-title">
        <Icon name="check" />
        Accepted answer
      </h2>
      <MutedPost userId={reply.userId} name={name}>
        <blockquote className={styles.answerText} cite={paths.reply(topic.id, reply.id)}>
          <ReadingText html={wrapTables(reply.contentHtml)} className={styles.answerWords} />
        </blockquote>
      </MutedPost>
      <p className={styles.answerBy}>
        <MemberLink className={styles.answerName} id={reply.userId} isClosed={reply.isAuthorClosed}>
          {name}
        </MemberLink>
        {reply.isDemo && <DemoChip />}
        <RelativeTime date={reply.createdAt} kind="forum" />
        <Link className="more" to={paths.reply(topic.id, reply.id)} preventScrollReset>
          See it among the replies
        </Link>
      </p>
      {confirmedBy && (
        <p className={styles.confirmed}>
          <Icon name="check" />
          <span>
            Confirmed by <b dir="auto">{confirmedBy.name}</b>, {confirmedBy.title}
          </span>
        </p>
      )}
      {isAdmin && <ConfirmAnswer key={confirmedBy?.id} topicId={topic.id} confirmedBy={confirmedBy} />}
    </section>
  )
}
