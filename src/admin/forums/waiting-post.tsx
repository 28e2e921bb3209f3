import { href } from 'react-router'
import type { WaitingPost } from '#features/forums/moderation/moderation.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { Link } from '#ui/router/link.tsx'
import { WaitingReasons } from './waiting-reasons.tsx'
import * as styles from './forums.module.css'
import * as panelStyles from '#admin/panel/panel.module.css'

interface WaitingPostItemProps {
  post: WaitingPost
  isSelected: boolean
  busy: boolean
  onToggle: (isSelected: boolean) => void
  onApprove: () => void
  onReject: () => void
}

/** Renders a post that waits for approval with its full text and the buttons to approve or reject it. */
export function WaitingPostItem({ post, isSelected, busy, onToggle, onApprove, onReject }: WaitingPostItemProps) {
  return (
    <li>
      <input
        type="checkbox"
        aria-label={`Select the ${post.kind} by ${post.username}: ${post.title}`}
        checked={isSelected}
        onChange={({ target }) => onToggle(target.checked)}
      />
      <div>
        <p className={styles.waitingBy}>
          <Badge variant="secondary">{post.kind === 'topic' ? 'Topic' : 'Reply'}</Badge> <b dir="auto">{post.username || 'Unknown User'}</b>{' '}
          <ShortTime date={post.createdAt} />
        </p>
        <h2>
          {post.kind === 'topic' ? (
            <bdi>{post.title}</bdi>
          ) : (
            <>
              In reply to{' '}
              <Link to={href('/forum/:id', { id: String(post.topicId) })} target="_blank">
                <bdi>{post.title}</bdi>
                <span className="visuallyHidden"> (opens in a new tab)</span>
              </Link>
            </>
          )}
        </h2>
        <WaitingReasons {...post} />
        <p dir="auto" className={styles.waitingWords}>
          {post.content}
        </p>
        <div className={panelStyles.panelLine}>
          <Button size="s" disabled={busy} onClick={onApprove} aria-label={`Approve ${post.title}`}>
            Approve
          </Button>
          <Button size="s" variant="danger" disabled={busy} onClick={onReject} aria-label={`Reject ${post.title}`}>
            Reject
          </Button>
        </div>
      </div>
    </li>
  )
}
