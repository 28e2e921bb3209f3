/** Side panel that shows a topic and all its replies, with moderation actions. */
import { useState } from 'react'
import { href } from 'react-router'
import { FactList, SidePanel } from '#admin/panel/side-panel.tsx'
import type { Topic } from '#features/forums/topic.client.ts'
import { ShortTime } from '#ui/text/time.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { PostStatusBadge } from './status-mark.tsx'
import { TopicActions } from './topic-actions.tsx'
import type { Moderation } from './use-moderation.ts'
import { PanelReplies } from './panel-replies.tsx'
import * as styles from './forums.module.css'
import * as panelStyles from '#admin/panel/panel.module.css'

interface TopicPanelProps {
  topic: Topic
  moderation: Moderation
  onEdit: () => void
  onDelete: () => void
  onClose: () => void
}

export function TopicPanel({ topic, moderation, onEdit, onDelete, onClose }: TopicPanelProps) {
  const { number } = useWording()
  const [isChanged, setChanged] = useState(false)
  return (
    <SidePanel title={topic.title} isChanged={isChanged} onClose={onClose}>
      <div className={panelStyles.panelLine}>
        <TopicActions topic={topic} moderation={moderation} onEdit={onEdit} onDelete={onDelete} />
        {topic.status === 'visible' ? (
          <Link className={styles.topicPublic} to={href('/forum/:id', { id: String(topic.id) })} target="_blank">
            View on site
            <Icon name="external" />
            <span className="visuallyHidden"> (opens in a new tab)</span>
          </Link>
        ) : (
          <PostStatusBadge status={topic.status} />
        )}
      </div>
      <p dir="auto" className={panelStyles.panelQuote}>
        {topic.content}
      </p>
      <FactList
        facts={{
          Poster: topic.username || 'Unknown User',
          Category: topic.categoryName || 'Uncategorized',
          Date: <ShortTime date={topic.createdAt} />,
          Views: number(topic.views),
          Votes: `${topic.upvotes} up, ${topic.downvotes} down`,
        }}
      />
      <PanelReplies topicId={topic.id} moderation={moderation} onChanged={setChanged} />
    </SidePanel>
  )
}
