import { useState } from 'react'
import type { Topic } from '#features/forums/topic.client.ts'
import { IconButton } from '#ui/actions/button.tsx'
import type { IconName } from '#ui/pictures/icon.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { ReasonConfirm } from './reason-confirm.tsx'
import type { Moderation } from './use-moderation.ts'
import * as styles from './forums.module.css'

interface TopicActionsProps {
  topic: Topic
  moderation: Moderation
  onEdit: () => void
  onDelete: () => void
}

interface Action {
  icon: IconName
  does: string
  look?: string | undefined
  variant?: 'danger' | undefined
  run: () => void
}

/** What can be done with a topic, as a row of small buttons. Each label says what pressing it does now. */
export function TopicActions({ topic, moderation: { change, busy }, onEdit, onDelete }: TopicActionsProps) {
  const { id, title, isPinned, isLocked, status } = topic
  const posts = [{ kind: 'topic' as const, id }]
  const [isAsked, ask] = useState(false)
  const hide = async (reason: string | undefined) => {
    const { faults } = await change(posts, { status: 'hidden', ...(reason ? { reason } : {}) }, 'Topic hidden')
    if (faults.length === 0) ask(false)
  }
  const isVisible = status === 'visible'
  const actions: Action[] = [
    { icon: 'edit', does: 'Edit', run: onEdit },
    isPinned
      ? { icon: 'pin', does: 'Unpin', look: styles.isOn, run: () => void change(posts, { isPinned: false }, 'Topic unpinned') }
      : { icon: 'pin', does: 'Pin', run: () => void change(posts, { isPinned: true }, 'Topic pinned') },
    isLocked
      ? { icon: 'lock', does: 'Unlock', look: styles.isOn, run: () => void change(posts, { isLocked: false }, 'Topic unlocked') }
      : { icon: 'lock', does: 'Lock', run: () => void change(posts, { isLocked: true }, 'Topic locked') },
    isVisible
      ? { icon: 'eye-off', does: 'Hide', run: () => ask(true) }
      : {
          icon: 'eye',
          does: status === 'waiting' ? 'Approve' : 'Show',
          run: () => void change(posts, { status: 'visible' }, status === 'waiting' ? 'Topic approved' : 'Topic shown again'),
        },
    { icon: 'trash', does: 'Delete', variant: 'danger', run: onDelete },
  ]
  return (
    <span className={styles.topicActions}>
      {actions.map((action) => (
        <Tooltip key={action.icon} text={action.does}>
          <IconButton
            icon={action.icon}
            label={`${action.does} ${title}`}
            className={action.look}
            variant={action.variant}
            disabled={busy}
            onClick={action.run}
          />
        </Tooltip>
      ))}
      {isAsked && (
        <ReasonConfirm
          question={`Hide “${title}”?`}
          confirmLabel="Hide"
          busy={busy}
          onConfirm={(reason) => void hide(reason)}
          onCancel={() => ask(false)}
        />
      )}
    </span>
  )
}
