/** Changes or deletes topics and replies one after another, and shows the outcome in a toast, with Undo after a deletion. */
import { useMutation } from '@tanstack/react-query'
import { settleSequentially } from '#admin/settle-sequentially.ts'
import {
  changeReply,
  changeTopic,
  deleteReply,
  deleteTopic,
  type ReplyChange,
  type TopicChange,
} from '#features/forums/moderation/moderation.client.ts'
import { restoreFromTrash } from '#features/trash/trash.client.ts'
import type { Topic } from '#features/forums/topic.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'

export interface ModeratedPost {
  kind: 'topic' | 'reply'
  id: number
}
interface ModerationTask {
  posts: ModeratedPost[]
  moderate: (post: ModeratedPost) => Promise<unknown>
  /** Title of the toast after success, such as "Topic hidden". */
  successTitle: string
}

/** @param onTopicChanged called with each topic as stored after a change; not called for replies and deletions */
export function useModeration(onTopicChanged: (topic: Topic) => void) {
  const moderation = useMutation({
    networkMode: 'always',
    mutationFn: async ({ posts, moderate }: ModerationTask) => settleSequentially(posts, moderate),
    onSuccess: ({ results, errors }, { posts, successTitle }) => {
      for (const result of results) if (isTopic(result)) onTopicChanged(result)
      const [error] = errors
      if (error) {
        const progress = posts.length > 1 ? `${results.length} of ${posts.length} done. ` : ''
        return toast({ title: 'Something went wrong', message: `${progress}${formatModerationError(error)}`, tone: 'destructive' })
      }
      const trashIds = results.flatMap((result) => (isDeleted(result) ? [result.trashId] : []))
      toast({ title: successTitle, ...(trashIds.length > 0 ? { action: { label: 'Undo', run: () => restore.mutate(trashIds) } } : {}) })
    },
  })
  const restore = useMutation({
    networkMode: 'always',
    mutationFn: (trashIds: number[]) => settleSequentially(trashIds, restoreFromTrash),
    onSuccess: ({ errors: [error] }) => {
      toast(error ? { title: 'Something went wrong', message: formatModerationError(error), tone: 'destructive' } : { title: 'Restored' })
    },
  })

  return {
    busy: moderation.isPending,
    change: (posts: ModeratedPost[], body: TopicChange & ReplyChange, successTitle: string) =>
      moderation.mutateAsync({
        posts,
        successTitle,
        moderate: ({ kind, id }) => (kind === 'topic' ? changeTopic(id, body) : changeReply(id, body)),
      }),
    remove: (posts: ModeratedPost[], successTitle: string) =>
      moderation.mutateAsync({ posts, successTitle, moderate: ({ kind, id }) => (kind === 'topic' ? deleteTopic(id) : deleteReply(id)) }),
  }
}

export type Moderation = ReturnType<typeof useModeration>

const isTopic = (result: unknown): result is Topic =>
  typeof result === 'object' && result !== null && 'isPinned' in result && typeof result.isPinned === 'boolean'
const isDeleted = (result: unknown): result is { trashId: number } =>
  typeof result === 'object' && result !== null && 'trashId' in result && typeof result.trashId === 'number'

export const formatModerationError = (error: Error): string => failureReason(error)
