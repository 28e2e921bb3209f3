/** Lists the replies to a topic, whatever their status, in pages. */
import { useList } from '#admin/list/use-list.ts'
import { useState } from 'react'
import { PanelSection } from '#admin/panel/side-panel.tsx'
import { adminRepliesQuery } from '#features/forums/moderation/moderation.client.ts'
import type { Reply } from '#features/forums/topic.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Confirm } from '#ui/overlays/confirm.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { PanelReply } from './panel-reply.tsx'
import type { Moderation } from './use-moderation.ts'
import * as styles from './forums.module.css'
import * as panelStyles from '#admin/panel/panel.module.css'

const REPLIES_PER_PAGE = 50

export function PanelReplies({
  topicId,
  moderation,
  onChanged,
}: {
  topicId: number
  moderation: Moderation
  onChanged: (isChanged: boolean) => void
}) {
  const { count } = useWording()
  const [page, setPage] = useState(1)
  const [editedReplyId, setEditedReplyId] = useState<number>()
  const [replyToDelete, setReplyToDelete] = useState<Reply>()
  const replies = useList(adminRepliesQuery(topicId, { page, perPage: REPLIES_PER_PAGE }))
  const total = replies.data?.total ?? 0
  const pageCount = Math.ceil(total / REPLIES_PER_PAGE)
  return (
    <PanelSection title={replies.data ? count(total, NOUNS.reply) : 'Replies'} aside={pageCount > 1 && `Page ${page} of ${pageCount}`}>
      {replies.isPending && <Spinner label="Loading replies" />}
      {replies.isError && (
        <div className={panelStyles.panelLine} role="alert">
          <p>The replies could not be loaded.</p>
          <Button variant="quiet" size="s" busy={replies.isFetching} onClick={() => void replies.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {replies.data && total > 0 && (
        <ol className={styles.panelReplies} aria-busy={replies.isPlaceholderData || undefined}>
          {replies.data.items.map((reply) => (
            <PanelReply
              key={reply.id}
              reply={reply}
              moderation={moderation}
              isEditing={editedReplyId === reply.id}
              onEdit={(isEditing) => {
                setEditedReplyId(isEditing ? reply.id : undefined)
                if (!isEditing) onChanged(false)
              }}
              onChanged={onChanged}
              onDelete={() => setReplyToDelete(reply)}
            />
          ))}
        </ol>
      )}
      {pageCount > 1 && (
        <div className={panelStyles.panelLine}>
          <Button variant="quiet" size="s" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Earlier replies
          </Button>
          <Button variant="quiet" size="s" disabled={page >= pageCount} onClick={() => setPage(page + 1)}>
            Later replies
          </Button>
        </div>
      )}
      <Confirm
        open={replyToDelete !== undefined}
        question={`Delete the reply by ${replyToDelete?.username || 'Unknown User'}?`}
        confirmLabel="Delete"
        tone="danger"
        busy={moderation.busy}
        onConfirm={() => {
          if (!replyToDelete) return
          void moderation.remove([{ kind: 'reply', id: replyToDelete.id }], 'Reply deleted').finally(() => setReplyToDelete(undefined))
        }}
        onCancel={() => setReplyToDelete(undefined)}
      />
    </PanelSection>
  )
}
