/** Lists the viewer's posts that wait for approval, which are in no other list. */
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { ownWaitingPostsQuery, type OwnWaitingPost } from '#features/forums/waiting/own-waiting.client.ts'
import { WAITING_REASONS } from '#features/trust/waiting-reason.policy.ts'
import { ReadingText } from '#site/articles/text/reading-text.tsx'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'
import { Badge } from '#ui/text/badge.tsx'
import { wrapTables } from '#ui/text/long-text.ts'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import * as styles from './own-waiting-posts.module.css'

interface OwnWaitingFilter {
  /** If absent, the list contains topics and replies. */
  kind?: 'topic' | 'reply' | undefined
  isEnabled?: boolean
}

/** Returns the viewer's waiting posts; an empty array for visitors and until they are loaded. */
export function useOwnWaitingPosts({ kind, isEnabled = true }: OwnWaitingFilter): OwnWaitingPost[] {
  const isMember = useSignedIn() !== null
  const { data } = useQuery({ ...ownWaitingPostsQuery(kind), enabled: isEnabled && isMember })
  return (isEnabled && isMember && data?.items) || []
}

export function OwnWaitingPosts({ posts }: { posts: readonly OwnWaitingPost[] }) {
  if (posts.length === 0) return null
  return (
    <section className={styles.waiting} aria-labelledby="waiting-title">
      <h2 id="waiting-title">Waiting for approval</h2>
      <p className={styles.hint}>Only you and the moderators can see these posts. They appear once a moderator has approved them.</p>
      <ol>
        {posts.map((post) => (
          <WaitingPostRow key={`${post.kind} ${post.id}`} post={post} />
        ))}
      </ol>
    </section>
  )
}

function WaitingPostRow({ post: { kind, topicId, title, contentHtml, createdAt, waitingFor } }: { post: OwnWaitingPost }) {
  return (
    <li>
      <h3>
        {kind === 'reply' && 'Reply to '}
        <Link to={paths.topic(topicId)}>
          <NoBreakText text={title} />
        </Link>
      </h3>
      <ReadingText html={wrapTables(contentHtml)} className={styles.words} />
      <p className="meta">
        <Badge variant="outline">Waiting for approval</Badge>
        <RelativeTime date={createdAt} kind="forum" />
      </p>
      {waitingFor.length > 0 && <p className={styles.hint}>{waitingFor.map((code) => WAITING_REASONS[code].text).join(' ')}</p>}
    </li>
  )
}
