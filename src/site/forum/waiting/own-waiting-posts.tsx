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
  topicId?: number
  isEnabled?: boolean
}

/** Returns the viewer's waiting posts; an empty array for visitors and until they are loaded. */
export function useOwnWaitingPosts({ kind, topicId, isEnabled = true }: OwnWaitingFilter): OwnWaitingPost[] {
  const isMember = useSignedIn() !== null
  const { data } = useQuery({ ...ownWaitingPostsQuery({ kind, topicId }), enabled: isEnabled && isMember })
  return (isEnabled && isMember && data?.items) || []
}

/** Lists the viewer's waiting replies to a topic, on the page of the topic. */
export function OwnWaitingReplies({ topicId }: { topicId: number }) {
  return <OwnWaitingPosts posts={useOwnWaitingPosts({ kind: 'reply', topicId })} isOnTopicPage />
}

interface OwnWaitingPostsProps {
  posts: readonly OwnWaitingPost[]
  /** Whether the page shows the topic of the posts, so that they need no title. */
  isOnTopicPage?: boolean
}

export function OwnWaitingPosts({ posts, isOnTopicPage = false }: OwnWaitingPostsProps) {
  if (posts.length === 0) return null
  return (
    <section className={styles.waiting} aria-labelledby="waiting-title">
      <h2 id="waiting-title">Waiting for approval</h2>
      <p className={styles.hint}>Only you and the moderators can see these posts. They appear once a moderator has approved them.</p>
      <ol>
        {posts.map((post) => (
          <WaitingPostRow key={`${post.kind} ${post.id}`} post={post} hasTitle={!isOnTopicPage} />
        ))}
      </ol>
    </section>
  )
}

function WaitingPostRow({ post, hasTitle }: { post: OwnWaitingPost; hasTitle: boolean }) {
  const { kind, topicId, title, contentHtml, createdAt, waitingFor } = post
  return (
    <li>
      {hasTitle && (
        <h3>
          {kind === 'reply' && 'Reply to '}
          <Link to={paths.topic(topicId)}>
            <NoBreakText text={title} />
          </Link>
        </h3>
      )}
      <ReadingText html={wrapTables(contentHtml)} className={styles.words} />
      <p className="meta">
        <Badge variant="outline">Waiting for approval</Badge>
        <RelativeTime date={createdAt} kind="forum" />
      </p>
      {waitingFor.length > 0 && <p className={styles.hint}>{waitingFor.map((code) => WAITING_REASONS[code].text).join(' ')}</p>}
    </li>
  )
}
