/** Text of a topic with its vote buttons and menu, or the form in which its author edits it. */
import { lazy, Suspense, useState } from 'react'
import type { Topic } from '#features/forums/topic.client.ts'
import { quotable } from '#features/writing/quotes/quote-selection.tsx'
import { OwnVoteButtons } from '#site/account/own-vote.tsx'
import { ReadingText } from '#site/articles/text/reading-text.tsx'
import { paths } from '#site/paths.ts'
import { focusPostMenu, PostMenu } from '#site/posts/post-menu.tsx'
import type { Removal } from '#site/posts/post-menu-props.ts'
import { wrapTables } from '#ui/text/long-text.ts'
import * as styles from './topic.module.css'

const EditTopic = lazy(async () => ({ default: (await import('#features/forums/own-posts/edit-post.tsx')).EditTopic }))

interface TopicBodyProps {
  topic: Topic
  /** Called when the viewer has deleted or hidden the topic. */
  onRemoved: (removal: Removal) => void
}

export function TopicBody({ topic, onRemoved }: TopicBodyProps) {
  const [isEditing, setEditing] = useState(false)
  const authorName = topic.username || 'Unknown User'
  const text = (
    <ReadingText
      {...quotable({ author: authorName, path: paths.topic(topic.id) })}
      html={wrapTables(topic.contentHtml ?? '')}
      className={styles.postText}
    />
  )
  if (isEditing) {
    return (
      <Suspense fallback={text}>
        <EditTopic
          topic={topic}
          onDone={() => {
            focusPostMenu('topic', topic.id)
            setEditing(false)
          }}
        />
      </Suspense>
    )
  }
  return (
    <>
      {text}
      <div className={styles.postActions}>
        <OwnVoteButtons subject="topic" post={topic} />
        <PostMenu
          kind="topic"
          id={topic.id}
          authorId={topic.userId}
          authorName={authorName}
          contentHtml={topic.contentHtml}
          path={paths.topic(topic.id)}
          isLocked={topic.isLocked}
          isPinned={topic.isPinned}
          onEdit={() => setEditing(true)}
          onRemoved={onRemoved}
        />
      </div>
    </>
  )
}
