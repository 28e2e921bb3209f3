/** What a moderator does to topics and replies: one or several at a time, with a message and, after a deletion, a way back. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { eachOf } from '#admin/each-of.ts'
import {
  changeReply,
  changeTopic,
  deleteReply,
  deleteTopic,
  type ReplyChange,
  type TopicChange,
} from '#features/forums/moderation.client.ts'
import { restore } from '#features/trash/trash.client.ts'
import type { Topic } from '#features/forums/topic.client.ts'
import { reasonOf } from '#platform/api.client.ts'
import { toast } from '#ui/toast-store.ts'

export interface Post {
  kind: 'topic' | 'reply'
  id: number
}
interface Task {
  posts: Post[]
  work: (post: Post) => Promise<unknown>
  /** What is said when it is done: "Topic hidden". */
  done: string
}

/** Whether a query shows something that a moderator's change touches, on the public pages too. */
const isChangedByModeration = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  typeof path === 'string' && /^\/api\/(forum|admin\/|users)/.test(path)

/** @param onTopic is told what a changed topic has become */
export function useModeration(onTopic: (topic: Topic) => void) {
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ predicate: isChangedByModeration })

  const working = useMutation({
    networkMode: 'always',
    mutationFn: async ({ posts, work }: Task) => eachOf(posts, work),
    onSuccess: ({ done, faults }, { posts, done: title }) => {
      refresh()
      for (const reply of done) if (isTopic(reply)) onTopic(reply)
      const [fault] = faults
      if (fault) {
        const rest = posts.length > 1 ? `${done.length} of ${posts.length} done. ` : ''
        return toast({ title: 'That did not work', message: `${rest}${faultInWords(fault)}`, tone: 'destructive' })
      }
      const trashIds = done.flatMap((reply) => (isDeleted(reply) ? [reply.trashId] : []))
      toast({ title, ...(trashIds.length > 0 ? { action: { label: 'Undo', run: () => bringBack.mutate(trashIds) } } : {}) })
    },
  })
  const bringBack = useMutation({
    networkMode: 'always',
    mutationFn: (trashIds: number[]) => eachOf(trashIds, restore),
    onSuccess: ({ faults: [fault] }) => {
      refresh()
      toast(fault ? { title: 'That did not work', message: faultInWords(fault), tone: 'destructive' } : { title: 'Brought back' })
    },
  })

  return {
    busy: working.isPending,
    change: (posts: Post[], body: TopicChange & ReplyChange, done: string) =>
      working.mutateAsync({ posts, done, work: ({ kind, id }) => (kind === 'topic' ? changeTopic(id, body) : changeReply(id, body)) }),
    remove: (posts: Post[], done: string) =>
      working.mutateAsync({ posts, done, work: ({ kind, id }) => (kind === 'topic' ? deleteTopic(id) : deleteReply(id)) }),
    /** For a topic that was written elsewhere. */
    noteChanged: (topic: Topic) => {
      refresh()
      onTopic(topic)
    },
  }
}

export type Moderation = ReturnType<typeof useModeration>

const isTopic = (reply: unknown): reply is Topic => typeof (reply as Topic | undefined)?.isPinned === 'boolean'
const isDeleted = (reply: unknown): reply is { trashId: number } =>
  typeof reply === 'object' && reply !== null && typeof (reply as { trashId?: unknown }).trashId === 'number'

export const faultInWords = (fault: Error): string => reasonOf(fault)
