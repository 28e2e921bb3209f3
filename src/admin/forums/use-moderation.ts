/** What a moderator does to topics and replies: one or several at a time, with a message and, after a deletion, a way back. */
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
  /** What is said when it is done: "Topic hidden". */
  done: string
}

/** @param onTopic is told what a changed topic has become */
export function useModeration(onTopic: (topic: Topic) => void) {
  const working = useMutation({
    networkMode: 'always',
    mutationFn: async ({ posts, work }: Task) => settleSequentially(posts, work),
    onSuccess: ({ done, faults }, { posts, done: title }) => {
      for (const reply of done) if (isTopic(reply)) onTopic(reply)
      const [fault] = faults
      if (fault) {
        const rest = posts.length > 1 ? `${done.length} of ${posts.length} done. ` : ''
        return toast({ title: 'That did not work', message: `${rest}${formatModerationError(fault)}`, tone: 'destructive' })
      }
      const trashIds = done.flatMap((reply) => (isDeleted(reply) ? [reply.trashId] : []))
      toast({ title, ...(trashIds.length > 0 ? { action: { label: 'Undo', run: () => restore.mutate(trashIds) } } : {}) })
    },
  })
  const restore = useMutation({
    networkMode: 'always',
    mutationFn: (trashIds: number[]) => settleSequentially(trashIds, restoreFromTrash),
    onSuccess: ({ faults: [fault] }) => {
      toast(fault ? { title: 'That did not work', message: formatModerationError(fault), tone: 'destructive' } : { title: 'Brought back' })
    },
  })

  return {
    busy: working.isPending,
    change: (posts: ModeratedPost[], body: TopicChange & ReplyChange, done: string) =>
      working.mutateAsync({ posts, done, work: ({ kind, id }) => (kind === 'topic' ? changeTopic(id, body) : changeReply(id, body)) }),
    remove: (posts: ModeratedPost[], done: string) =>
      working.mutateAsync({ posts, done, work: ({ kind, id }) => (kind === 'topic' ? deleteTopic(id) : deleteReply(id)) }),
  }
}

export type Moderation = ReturnType<typeof useModeration>

const isTopic = (reply: unknown): reply is Topic =>
  typeof reply === 'object' && reply !== null && 'isPinned' in reply && typeof reply.isPinned === 'boolean'
const isDeleted = (reply: unknown): reply is { trashId: number } =>
  typeof reply === 'object' && reply !== null && 'trashId' in reply && typeof reply.trashId === 'number'

export const formatModerationError = (fault: Error): string => failureReason(fault)
