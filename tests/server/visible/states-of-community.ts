/** Topics and replies. */
import { BOTH, type Cast } from './cast.ts'
import type { StateCase } from './states.ts'
import type { Phase } from './things.ts'

const BEFORE: readonly Phase[] = ['before']
const AFTER: readonly Phase[] = ['after']
const NEVER: readonly Phase[] = []
const setTopic = (cast: Cast, id: number, change: object) => cast.asAdmin('PATCH', `/api/forums/${id}`, change)
const setReply = (cast: Cast, id: number, change: object) => cast.asAdmin('PATCH', `/api/forum-replies/${id}`, change)

export const communityStates: readonly StateCase[] = [
  {
    title: 'a visible topic with a reply in each state',
    covers: [
      'topics.status=visible',
      'replies.status=visible',
      'replies.status=hidden',
      'replies.status=waiting',
      'replies.approved_at',
      'trash.kind=reply',
    ],
    async make(cast) {
      const topic = await cast.topic('visible', BOTH)
      await cast.reply('visible', BOTH, topic)
      const hidden = await cast.reply('hidden', BEFORE, topic)
      const deleted = await cast.reply('deleted', BEFORE, topic)
      const held = await cast.reply('put back to wait', BEFORE, topic)
      await voteFor(cast, topic)
      const approved = await cast.reply('approved', AFTER, topic, true)
      const rejected = await cast.reply('rejected', NEVER, topic, true)
      await cast.reply('waiting', NEVER, topic, true)
      const shown = await cast.reply('shown again', AFTER, topic)
      await setReply(cast, shown, { status: 'hidden' })
      const restored = await cast.reply('restored', AFTER, topic)
      const { trashId } = await cast.asAdmin('DELETE', `/api/forum-replies/${restored}`)
      return async () => {
        await setReply(cast, hidden, { status: 'hidden', reason: cast.secret('reason for hiding a reply') })
        await cast.asAdmin('DELETE', `/api/forum-replies/${deleted}`)
        await setReply(cast, held, { status: 'waiting' })
        await setReply(cast, approved, { status: 'visible' })
        await setReply(cast, rejected, { status: 'hidden' })
        await setReply(cast, shown, { status: 'visible' })
        await cast.restore(trashId)
      }
    },
  },
  {
    title: 'a topic that is hidden, with a visible reply',
    covers: ['topics.status=hidden'],
    async make(cast) {
      const topic = await cast.topic('hidden', BEFORE)
      await cast.reply('in a hidden topic', BEFORE, topic)
      await voteFor(cast, topic)
      return () => setTopic(cast, topic, { status: 'hidden', reason: cast.secret('reason for hiding a topic') })
    },
  },
  {
    title: 'a pinned topic that is deleted, with a visible reply',
    covers: ['trash.kind=topic'],
    async make(cast) {
      const topic = await cast.topic('deleted', BEFORE)
      await setTopic(cast, topic, { isPinned: true })
      await cast.reply('in a deleted topic', BEFORE, topic)
      return () => cast.asAdmin('DELETE', `/api/forums/${topic}`)
    },
  },
  {
    title: 'a topic that waits again, with a visible reply',
    covers: ['topics.status=waiting'],
    async make(cast) {
      const topic = await cast.topic('put back to wait', BEFORE)
      await cast.reply('in a waiting topic', BEFORE, topic)
      return () => setTopic(cast, topic, { status: 'waiting' })
    },
  },
  {
    title: 'topics of guests that wait: one is approved, one rejected, one waits on',
    covers: ['topics.status=waiting', 'topics.status=hidden'],
    async make(cast) {
      const approved = await cast.topic('approved', AFTER, true)
      const rejected = await cast.topic('rejected', NEVER, true)
      await cast.topic('waiting', NEVER, true)
      return async () => {
        await setTopic(cast, approved, { status: 'visible' })
        await setTopic(cast, rejected, { status: 'hidden' })
      }
    },
  },
  {
    title: 'a topic that is shown again, and one that is restored, each with a visible reply',
    covers: [],
    async make(cast) {
      const shown = await cast.topic('shown again', AFTER)
      await cast.reply('in a topic shown again', AFTER, shown)
      await setTopic(cast, shown, { status: 'hidden' })
      const restored = await cast.topic('restored', AFTER)
      await cast.reply('in a restored topic', AFTER, restored)
      const { trashId } = await cast.asAdmin('DELETE', `/api/forums/${restored}`)
      return async () => {
        await setTopic(cast, shown, { status: 'visible' })
        await cast.restore(trashId)
      }
    },
  },
]

/** Useful answers are what the newsletter's draft takes: those with votes. */
async function voteFor(cast: Cast, topic: number): Promise<void> {
  for (const { id, topicId } of cast.subjects.reply)
    if (topicId === topic) await cast.must('POST', '/api/votes', cast.watcher, { subject: 'reply', id, value: 1 })
}
