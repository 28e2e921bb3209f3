/** Defines the states of topics and replies. */
import { drawPicture } from './draw-picture.ts'
import { BOTH, type Scenario } from './scenario.ts'
import type { StateCase } from './states.ts'
import type { Phase } from './things.ts'

const BEFORE: readonly Phase[] = ['before']
const AFTER: readonly Phase[] = ['after']
const NEVER: readonly Phase[] = []
const setTopic = (scenario: Scenario, id: number, change: object) => scenario.asAdmin('PATCH', `/api/forums/${id}`, change)
const setReply = (scenario: Scenario, id: number, change: object) => scenario.asAdmin('PATCH', `/api/forum-replies/${id}`, change)

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
    async make(scenario) {
      const topic = await scenario.topic('visible', BOTH)
      await scenario.reply('visible', BOTH, topic)
      const hidden = await scenario.reply('hidden', BEFORE, topic)
      const deleted = await scenario.reply('deleted', BEFORE, topic)
      const held = await scenario.reply('put back to wait', BEFORE, topic)
      await voteFor(scenario, topic)
      const approved = await scenario.reply('approved', AFTER, topic, true)
      const rejected = await scenario.reply('rejected', NEVER, topic, true)
      await scenario.reply('waiting', NEVER, topic, true)
      const shown = await scenario.reply('shown again', AFTER, topic)
      await setReply(scenario, shown, { status: 'hidden' })
      const restored = await scenario.reply('restored', AFTER, topic)
      const { trashId } = await scenario.asAdmin('DELETE', `/api/forum-replies/${restored}`)
      return async () => {
        await setReply(scenario, hidden, { status: 'hidden', reason: scenario.secret('reason for hiding a reply') })
        await scenario.asAdmin('DELETE', `/api/forum-replies/${deleted}`)
        await setReply(scenario, held, { status: 'waiting' })
        await setReply(scenario, approved, { status: 'visible' })
        await setReply(scenario, rejected, { status: 'hidden' })
        await setReply(scenario, shown, { status: 'visible' })
        await scenario.restore(trashId)
      }
    },
  },
  {
    title: 'a topic with pictures in a reply of each state',
    covers: [],
    async make(scenario) {
      const topic = await scenario.topic('with pictures', BOTH)
      const make = async (title: string, shownIn: readonly Phase[], green: number) =>
        scenario.picturedReply(`with a picture, ${title}`, shownIn, topic, await drawPicture(0, green))
      await make('visible', BOTH, 10)
      const hidden = await make('hidden', BEFORE, 20)
      const held = await make('put back to wait', BEFORE, 30)
      const deleted = await make('deleted', BEFORE, 40)
      const shown = await make('shown again', AFTER, 50)
      await setReply(scenario, shown, { status: 'hidden' })
      const restored = await make('restored', AFTER, 60)
      const { trashId } = await scenario.asAdmin('DELETE', `/api/forum-replies/${restored}`)
      const other = await scenario.topic('hidden, with pictures', BEFORE)
      await scenario.picturedReply('with a picture in a hidden topic', BEFORE, other, await drawPicture(0, 70))
      return async () => {
        await setReply(scenario, hidden, { status: 'hidden' })
        await setReply(scenario, held, { status: 'waiting' })
        await scenario.asAdmin('DELETE', `/api/forum-replies/${deleted}`)
        await setReply(scenario, shown, { status: 'visible' })
        await scenario.restore(trashId)
        await setTopic(scenario, other, { status: 'hidden' })
      }
    },
  },
  {
    title: 'questions whose accepted reply is visible, hidden, deleted or shown again, and a hidden question',
    covers: [],
    async make(scenario) {
      const make = async (title: string, shownIn: readonly Phase[], topicShownIn = BOTH) => {
        const topic = await scenario.topic(`question, ${title}`, topicShownIn, false, true)
        const reply = await scenario.reply(`accepted, ${title}`, shownIn, topic)
        await scenario.must('POST', `/api/forums/${topic}/accepted-reply`, scenario.writer, { replyId: reply })
        return { topic, reply }
      }
      await make('visible', BOTH)
      const { reply: hidden } = await make('hidden', BEFORE)
      const { reply: deleted } = await make('deleted', BEFORE)
      const { reply: shown } = await make('shown again', AFTER)
      await setReply(scenario, shown, { status: 'hidden' })
      const { topic } = await make('in a hidden question', BEFORE, BEFORE)
      return async () => {
        await setReply(scenario, hidden, { status: 'hidden' })
        await scenario.asAdmin('DELETE', `/api/forum-replies/${deleted}`)
        await setReply(scenario, shown, { status: 'visible' })
        await setTopic(scenario, topic, { status: 'hidden' })
      }
    },
  },
  {
    title: 'a topic that is hidden, with a visible reply',
    covers: ['topics.status=hidden'],
    async make(scenario) {
      const topic = await scenario.topic('hidden', BEFORE)
      await scenario.reply('in a hidden topic', BEFORE, topic)
      await voteFor(scenario, topic)
      return () => setTopic(scenario, topic, { status: 'hidden', reason: scenario.secret('reason for hiding a topic') })
    },
  },
  {
    title: 'a pinned topic that is deleted, with a visible reply',
    covers: ['trash.kind=topic'],
    async make(scenario) {
      const topic = await scenario.topic('deleted', BEFORE)
      await setTopic(scenario, topic, { isPinned: true })
      await scenario.reply('in a deleted topic', BEFORE, topic)
      return () => scenario.asAdmin('DELETE', `/api/forums/${topic}`)
    },
  },
  {
    title: 'a topic that waits again, with a visible reply',
    covers: ['topics.status=waiting'],
    async make(scenario) {
      const topic = await scenario.topic('put back to wait', BEFORE)
      await scenario.reply('in a waiting topic', BEFORE, topic)
      return () => setTopic(scenario, topic, { status: 'waiting' })
    },
  },
  {
    title: 'topics of guests that wait: one is approved, one rejected, one waits on',
    covers: ['topics.status=waiting', 'topics.status=hidden'],
    async make(scenario) {
      const approved = await scenario.topic('approved', AFTER, true)
      const rejected = await scenario.topic('rejected', NEVER, true)
      await scenario.topic('waiting', NEVER, true)
      return async () => {
        await setTopic(scenario, approved, { status: 'visible' })
        await setTopic(scenario, rejected, { status: 'hidden' })
      }
    },
  },
  {
    title: 'a topic that is shown again, and one that is restored, each with a visible reply',
    covers: [],
    async make(scenario) {
      const shown = await scenario.topic('shown again', AFTER)
      await scenario.reply('in a topic shown again', AFTER, shown)
      await setTopic(scenario, shown, { status: 'hidden' })
      const restored = await scenario.topic('restored', AFTER)
      await scenario.reply('in a restored topic', AFTER, restored)
      const { trashId } = await scenario.asAdmin('DELETE', `/api/forums/${restored}`)
      return async () => {
        await setTopic(scenario, shown, { status: 'visible' })
        await scenario.restore(trashId)
      }
    },
  },
]

/** Votes for all replies to a topic, because the newsletter draft suggests replies with votes. */
async function voteFor(scenario: Scenario, topic: number): Promise<void> {
  for (const { id, topicId } of scenario.subjects.reply)
    if (topicId === topic) await scenario.must('POST', '/api/votes', scenario.watcher, { subject: 'reply', id, value: 1 })
}
