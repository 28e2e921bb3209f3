/** Moderation of one or several topics and replies, with toasts and Undo after deletion. */
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
interface Task {
  posts: ModeratedPost[]
  work: (post: ModeratedPost) => Promise<unknown>
  /** Title of the success toast: "Topic hidden". */
  successTitle: string
}

/** @param onTopic called with each changed topic */
export function useModeration(onTopic: (topic: Topic) => void) {
  const moderating = useMutation({
    networkMode: 'always',
    mutationFn: async ({ posts, work }: Task) => settleSequentially(posts, work),
    onSuccess: ({ done, errors: faults }, { posts, successTitle }) => {
      for (const result of done) if (isTopic(result)) onTopic(result)
      const [error] = faults
      if (error) {
        const rest = posts.length > 1 ? `${done.length} of ${posts.length} done. ` : ''
        return toast({ title: 'Something went wrong', message: `${rest}${formatModerationError(error)}`, tone: 'destructive' })
      }
      const trashIds = done.flatMap((result) => (isDeleted(result) ? [result.trashId] : []))
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
    busy: moderating.isPending,
    change: (posts: ModeratedPost[], body: TopicChange & ReplyChange, successTitle: string) =>
      moderating.mutateAsync({
        posts,
        successTitle,
        work: ({ kind, id }) => (kind === 'topic' ? changeTopic(id, body) : changeReply(id, body)),
      }),
    remove: (posts: ModeratedPost[], successTitle: string) =>
      moderating.mutateAsync({ posts, successTitle, work: ({ kind, id }) => (kind === 'topic' ? deleteTopic(id) : deleteReply(id)) }),
  }
}

export type Moderation = ReturnType<typeof useModeration>

const isTopic = (result: unknown): result is Topic =>
  typeof result === 'object' && result !== null && 'isPinned' in result && typeof result.isPinned === 'boolean'
const isDeleted = (result: unknown): result is { trashId: number } =>
  typeof result === 'object' && result !== null && 'trashId' in result && typeof result.trashId === 'number'

export const formatModerationError = (error: Error): string => failureReason(error)
