import { useState } from 'react'
import type { Reply } from '#features/forums/topic.client.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Button } from '#ui/actions/button.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { ReasonConfirm } from '#features/forums/moderation/reason-confirm.tsx'
import { PostStatusBadge } from './status-mark.tsx'
import type { Moderation } from './use-moderation.ts'
import { PanelReplyEditor } from './panel-reply-editor.tsx'
import * as styles from './forums.module.css'
import * as panelStyles from '#admin/panel/panel.module.css'

interface PanelReplyProps {
  reply: Reply
  moderation: Moderation
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
  /** Called with whether closing the panel would lose changes. */
  onChanged: (isChanged: boolean) => void
  onDelete: () => void
}

export function PanelReply({ reply, moderation, isEditing, onEdit, onChanged, onDelete }: PanelReplyProps) {
  const { id, userId, avatarUrl, createdAt, status, contentHtml } = reply
  const name = reply.username || 'Unknown User'
  const posts = [{ kind: 'reply' as const, id }]
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const makeVisible = (successTitle: string) => void moderation.change(posts, { status: 'visible' }, successTitle)
  const hide = async (reason: string | undefined) => {
    const { errors } = await moderation.change(posts, { status: 'hidden', ...(reason ? { reason } : {}) }, 'Reply hidden')
    if (errors.length === 0) setConfirmOpen(false)
  }
  return (
    <li>
      <Avatar id={userId} name={name} src={avatarUrl} size="s" />
      <div>
        <p className={styles.panelReplyBy}>
          <b dir="auto">{name}</b> <ShortTime date={createdAt} /> <PostStatusBadge status={status} />
        </p>
        {isEditing ? (
          <PanelReplyEditor reply={reply} moderation={moderation} onChanged={onChanged} onDone={() => onEdit(false)} />
        ) : (
          <>
            {/* The server has sanitised this HTML, as for the public page. */}
            <div dir="auto" className={styles.panelReplyText} dangerouslySetInnerHTML={{ __html: contentHtml }} />
            <div className={panelStyles.panelLine}>
              {status === 'visible' ? (
                <Button size="s" variant="quiet" disabled={moderation.busy} onClick={() => setConfirmOpen(true)}>
                  Hide
                  <span className="visuallyHidden">
                    {' '}
                    the reply by <bdi>{name}</bdi>
                  </span>
                </Button>
              ) : (
                <Button
                  size="s"
                  variant="quiet"
                  disabled={moderation.busy}
                  onClick={() => makeVisible(status === 'waiting' ? 'Reply approved' : 'Reply is visible again')}
                >
                  {status === 'waiting' ? 'Approve' : 'Show'}
                  <span className="visuallyHidden">
                    {' '}
                    the reply by <bdi>{name}</bdi>
                  </span>
                </Button>
              )}
              <Button size="s" variant="quiet" disabled={moderation.busy} onClick={() => onEdit(true)}>
                Edit
                <span className="visuallyHidden">
                  {' '}
                  the reply by <bdi>{name}</bdi>
                </span>
              </Button>
              <Button size="s" variant="danger" disabled={moderation.busy} onClick={onDelete}>
                Delete
                <span className="visuallyHidden">
                  {' '}
                  the reply by <bdi>{name}</bdi>
                </span>
              </Button>
            </div>
          </>
        )}
        {isConfirmOpen && (
          <ReasonConfirm
            question={`Hide the reply by ${name}?`}
            confirmLabel="Hide"
            busy={moderation.busy}
            onConfirm={(reason) => void hide(reason)}
            onCancel={() => setConfirmOpen(false)}
          />
        )}
      </div>
    </li>
  )
}
