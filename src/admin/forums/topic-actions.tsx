import { useState } from 'react'
import type { Topic } from '#features/forums/topic.client.ts'
import { IconButton } from '#ui/actions/button.tsx'
import type { IconName } from '#ui/pictures/icon.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { ReasonConfirm } from '#features/forums/moderation/reason-confirm.tsx'
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
  label: string
  className?: string | undefined
  variant?: 'danger' | undefined
  run: () => void
}

/** Renders an icon button for each action on a topic. A toggle is labelled with what it will do ("Unpin"), not with the current state. */
export function TopicActions({ topic, moderation: { change, busy }, onEdit, onDelete }: TopicActionsProps) {
  const { id, title, isPinned, isLocked, status } = topic
  const posts = [{ kind: 'topic' as const, id }]
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const hide = async (reason: string | undefined) => {
    const { errors } = await change(posts, { status: 'hidden', ...(reason ? { reason } : {}) }, 'Topic hidden')
    if (errors.length === 0) setConfirmOpen(false)
  }
  const isVisible = status === 'visible'
  const actions: Action[] = [
    { icon: 'edit', label: 'Edit', run: onEdit },
    isPinned
      ? { icon: 'pin', label: 'Unpin', className: styles.isOn, run: () => void change(posts, { isPinned: false }, 'Topic unpinned') }
      : { icon: 'pin', label: 'Pin', run: () => void change(posts, { isPinned: true }, 'Topic pinned') },
    isLocked
      ? { icon: 'lock', label: 'Unlock', className: styles.isOn, run: () => void change(posts, { isLocked: false }, 'Topic unlocked') }
      : { icon: 'lock', label: 'Lock', run: () => void change(posts, { isLocked: true }, 'Topic locked') },
    isVisible
      ? { icon: 'eye-off', label: 'Hide', run: () => setConfirmOpen(true) }
      : {
          icon: 'eye',
          label: status === 'waiting' ? 'Approve' : 'Show',
          run: () => void change(posts, { status: 'visible' }, status === 'waiting' ? 'Topic approved' : 'Topic is visible again'),
        },
    { icon: 'trash', label: 'Delete', variant: 'danger', run: onDelete },
  ]
  return (
    <span className={styles.topicActions}>
      {actions.map((action) => (
        <Tooltip key={action.icon} text={action.label}>
          <IconButton
            icon={action.icon}
            label={`${action.label} ${title}`}
            className={action.className}
            variant={action.variant}
            disabled={busy}
            onClick={action.run}
          />
        </Tooltip>
      ))}
      {isConfirmOpen && (
        <ReasonConfirm
          question={`Hide “${title}”?`}
          confirmLabel="Hide"
          busy={busy}
          onConfirm={(reason) => void hide(reason)}
          onCancel={() => setConfirmOpen(false)}
        />
      )}
    </span>
  )
}
