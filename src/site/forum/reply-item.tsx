import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link } from '#ui/router/link.tsx'
import { BookmarkButton } from '#features/bookmarks/bookmark-button.tsx'
import type { Reply } from '#features/forums/topic.client.ts'
import { MutedPost } from '#features/mutes/muted-post.tsx'
import { LevelBadge } from '#features/trust/level-badge.tsx'
import { GUEST_ID } from '#features/users/user.client.ts'
import { quotable } from '#features/writing/quotes/quote-selection.tsx'
import { ReadingText } from '#site/articles/text/reading-text.tsx'
import { wrapTables } from '#ui/text/long-text.ts'
import { OwnVoteButtons } from '#site/account/own-vote.tsx'
import { EditedMark } from '#site/posts/edited-mark.tsx'
import { focusPostMenu, PostMenu } from '#site/posts/post-menu.tsx'
import type { Removal } from '#site/posts/post-menu-props.ts'
import { MemberLink } from '#site/user/member-link.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Badge } from '#ui/text/badge.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { RelativeTime } from '#ui/text/time.tsx'
import { OwnerBadge } from './topic-products.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import * as styles from './topic.module.css'
import * as answerStyles from '#site/forum/answers/answer.module.css'

const EditReply = lazy(async () => ({ default: (await import('#features/forums/own-posts/edit-post.tsx')).EditReply }))

interface ReplyItemProps {
  reply: Reply
  isTopicAuthor: boolean
  /** Whether the viewer has just posted the reply, or asked to see it. A new reply is highlighted and can be focused. */
  isNew: boolean
  /** URL of the topic with this reply as the linked reply. */
  permalink: string
  isAccepted: boolean
  /** Buttons next to the votes. */
  actions?: ReactNode
  isTopicLocked: boolean
  /** Called when the viewer has deleted or hidden the reply. */
  onRemoved: (removal: Removal) => void
}

export function ReplyItem({ reply, isTopicAuthor, isNew, permalink, isAccepted, actions, isTopicLocked, onRemoved }: ReplyItemProps) {
  const [isEditing, setEditing] = useState(false)
  const name = reply.username || 'Unknown User'
  const text = (
    <ReadingText {...quotable({ author: name, path: permalink })} html={wrapTables(reply.contentHtml)} className={styles.postText} />
  )
  return (
    <li id={`reply-${reply.id}`} tabIndex={isNew ? -1 : undefined} className={joinClasses(styles.reply, isNew && styles.replyNew)}>
      <Avatar id={reply.userId} name={reply.username} src={reply.avatarUrl} />
      <div>
        <p className={styles.replyBy}>
          <MemberLink className={styles.replyName} id={reply.userId} isClosed={reply.isAuthorClosed}>
            {name}
          </MemberLink>{' '}
          {reply.isDemo && <DemoChip />} <LevelBadge level={reply.level ?? 1} />{' '}
          {/* Guests have no such badge: they share one account, so the same id does not mean the same author. */}
          {isTopicAuthor && reply.userId !== GUEST_ID && <Badge variant="secondary">Started this topic</Badge>}{' '}
          {isAccepted && (
            <Badge>
              <Icon name="check" />
              Accepted answer
            </Badge>
          )}{' '}
          <OwnerBadge topicId={reply.forumId} userId={reply.userId} />{' '}
          <Link className={styles.replyTime} to={permalink} preventScrollReset>
            <span className="visuallyHidden">
              Link to the reply of <bdi>{name}</bdi>,{' '}
            </span>
            <RelativeTime date={reply.createdAt} kind="forum" />
          </Link>
          {reply.editedAt && <EditedMark kind="reply" id={reply.id} authorName={name} editedAt={reply.editedAt} />}
        </p>
        <MutedPost userId={reply.userId} name={name}>
          {isEditing ? (
            <Suspense fallback={text}>
              <EditReply
                reply={reply}
                onDone={() => {
                  focusPostMenu('reply', reply.id)
                  setEditing(false)
                }}
              />
            </Suspense>
          ) : (
            <>
              {text}
              <div className={styles.postActions}>
                <div className={answerStyles.replyActions}>
                  <OwnVoteButtons subject="reply" post={reply} />
                  <BookmarkButton kind="reply" id={reply.id} size="s" isSpaceReserved={false} className={answerStyles.bookmark} />
                  {actions}
                </div>
                <PostMenu
                  kind="reply"
                  id={reply.id}
                  authorId={reply.userId}
                  authorName={name}
                  contentHtml={reply.contentHtml}
                  path={permalink}
                  isLocked={isTopicLocked}
                  onEdit={() => setEditing(true)}
                  onRemoved={onRemoved}
                />
              </div>
            </>
          )}
        </MutedPost>
      </div>
    </li>
  )
}
