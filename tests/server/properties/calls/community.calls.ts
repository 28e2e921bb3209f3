/** Sample calls for forums, votes and notices. */
import { makeTopic } from '#features/forums/topic.factory.ts'
import {
  changeReplyEndpoint,
  changeTopicEndpoint,
  deleteReplyEndpoint,
  deleteTopicEndpoint,
} from '#features/forums/moderation/moderation.contract.ts'
import { restoreReplyEndpoint, restoreTopicEndpoint } from '#features/forums/own-posts/own-post.contract.ts'
import { recordForumVisitEndpoint } from '#features/forums/lists/own-topics.contract.ts'
import {
  acceptReplyEndpoint,
  confirmAcceptedReplyEndpoint,
  withdrawAcceptanceEndpoint,
  withdrawConfirmationEndpoint,
} from '#features/forums/questions/accepted-reply.contract.ts'
import { insertAcceptedReply, updateAcceptedReplyOfTopic, updateConfirmation } from '#features/forums/questions/accepted-reply.queries.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { setTopicWatchEndpoint } from '#features/forums/watching/watch.contract.ts'
import { changePreferencesEndpoint, unsubscribeFromNoticesEndpoint, readNoticesEndpoint } from '#features/notices/notice.contract.ts'
import { voteEndpoint } from '#features/votes/vote.contract.ts'
import { previewMarkdownEndpoint, uploadPostPictureEndpoint } from '#features/writing/writing.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { writeCall, type WriteCall } from '../write-call.ts'
import type { Actor, World } from '../world.ts'
import { createPicture } from './products.calls.ts'

/** Creates a visible topic by a member. */
export async function createTopic(world: World, userId?: number): Promise<number> {
  return makeTopic({ db: world.db }, { title: world.unique('Topic'), userId: userId ?? (await world.createMember()).id })
}

/** Creates a visible reply by a member to a topic. */
export async function createReply(world: World, forumId: number): Promise<number> {
  const { cookie } = await world.createActor('member')
  const { id } = await world.mustSend('POST', '/api/forum-replies', { cookie, body: { content: world.unique('Reply'), forumId } })
  return id as number
}

/** Creates a reply by the actor. */
async function createOwnReply(world: World, { cookie }: Actor): Promise<number> {
  const body = { content: world.unique('Reply'), forumId: await createTopic(world) }
  const { id } = await world.mustSend('POST', '/api/forum-replies', { cookie, body })
  return id as number
}

/** Creates a post by the actor, who has deleted it. */
async function createDeleted(world: World, { id: userId, cookie }: Actor, kind: 'topic' | 'reply'): Promise<number> {
  const id = kind === 'topic' ? await createTopic(world, userId) : await createOwnReply(world, { cookie } as Actor)
  await world.mustSend('DELETE', `/api/${kind === 'topic' ? 'forums' : 'forum-replies'}/${id}`, { cookie })
  return id
}

/** Makes a post old enough for a history of edits. */
async function backdate(world: World, table: 'topics' | 'replies', id: number): Promise<number> {
  await world.db.updateTable(table).set({ created_at: '2026-03-01T10:00:00.000Z' }).where('id', '=', id).execute()
  return id
}

/** Creates a question by the member with a reply, which may be accepted. */
async function createQuestion(world: World, userId: number, isAccepted = true): Promise<{ id: number; replyId: number }> {
  const id = await makeTopic({ db: world.db }, { title: world.unique('Question'), userId, isQuestion: true })
  const replyId = await createReply(world, id)
  if (!isAccepted) return { id, replyId }
  await insertAcceptedReply({ db: world.db }, id, replyId)
  await updateAcceptedReplyOfTopic({ db: world.db }, id)
  return { id, replyId }
}

async function createExpert(world: World): Promise<number> {
  const expert = { slug: world.unique('expert'), name: 'Sam Ng', title: 'Heating engineer', avatar_url: '', interest: 'Heat', bio: 'Heat.' }
  return (await world.db.insertInto('experts').values(expert).returning('id').executeTakeFirstOrThrow()).id
}

export const communityCalls: WriteCall[] = [
  writeCall(postTopicEndpoint, 'visitor', (world) => ({
    body: { title: world.unique('Topic'), content: 'How long does it take?', categoryId: 1 },
  })),
  writeCall(
    postTopicEndpoint,
    'member',
    (world) => ({ body: { title: world.unique('Topic'), content: 'How long does it take?', categoryId: 1 } }),
    'by a member',
  ),
  writeCall(postReplyEndpoint, 'visitor', async (world) => ({ body: { content: 'Two weeks.', forumId: await createTopic(world) } })),
  writeCall(
    postReplyEndpoint,
    'visitor',
    async (world) => ({ body: { content: 'Read https://example.com/heat', forumId: await createTopic(world) } }),
    'that waits for approval',
  ),
  writeCall(
    postReplyEndpoint,
    'member',
    async (world) => ({ body: { content: 'Two weeks.', forumId: await createTopic(world) } }),
    'by a member',
  ),
  writeCall(changeTopicEndpoint, 'admin', async (world) => ({
    params: { id: await createTopic(world) },
    body: { title: world.unique('Renamed topic'), categoryId: 2, isPinned: true, version: 1 },
  })),
  writeCall(
    changeTopicEndpoint,
    'admin',
    async (world) => ({ params: { id: await createTopic(world) }, body: { status: 'hidden' as const, reason: 'spam' } }),
    'that hides it',
  ),
  writeCall(deleteTopicEndpoint, 'admin', async (world) => {
    const id = await createTopic(world)
    await createReply(world, id)
    return { params: { id } }
  }),
  writeCall(changeReplyEndpoint, 'admin', async (world) => ({
    params: { id: await createReply(world, await createTopic(world)) },
    body: { content: 'Three weeks.' },
  })),
  writeCall(
    changeReplyEndpoint,
    'admin',
    async (world) => ({
      params: { id: await createReply(world, await createTopic(world)) },
      body: { status: 'hidden' as const, reason: 'rude' },
    }),
    'that hides it',
  ),
  writeCall(deleteReplyEndpoint, 'admin', async (world) => ({ params: { id: await createReply(world, await createTopic(world)) } })),
  writeCall(
    changeTopicEndpoint,
    'member',
    async (world, actor) => ({
      params: { id: await backdate(world, 'topics', await createTopic(world, actor.id)) },
      body: { title: world.unique('Edited topic'), content: 'Three weeks?', categoryId: 2, version: 1 },
    }),
    'by its author',
  ),
  writeCall(
    changeReplyEndpoint,
    'member',
    async (world, actor) => ({
      params: { id: await backdate(world, 'replies', await createOwnReply(world, actor)) },
      body: { content: 'Three weeks.', version: 1 },
    }),
    'by its author',
  ),
  writeCall(
    deleteTopicEndpoint,
    'member',
    async (world, actor) => ({ params: { id: await createTopic(world, actor.id) } }),
    'by its author',
  ),
  writeCall(
    deleteReplyEndpoint,
    'member',
    async (world, actor) => ({ params: { id: await createOwnReply(world, actor) } }),
    'by its author',
  ),
  writeCall(restoreTopicEndpoint, 'member', async (world, actor) => ({ params: { id: await createDeleted(world, actor, 'topic') } })),
  writeCall(restoreReplyEndpoint, 'member', async (world, actor) => ({ params: { id: await createDeleted(world, actor, 'reply') } })),
  writeCall(
    postReplyEndpoint,
    'member',
    async (world, actor) => {
      const username = `m${crypto.randomUUID().slice(0, 8)}`
      await makeUser({ db: world.db }, { username })
      const options = { cookie: actor.cookie, body: await createPicture(), headers: { 'content-type': 'image/png' } }
      const { url } = await world.mustSend('POST', '/api/post-pictures?alt=The+pump', options)
      return { body: { content: `@${username} look: ![The pump](${url})`, forumId: await createTopic(world) } }
    },
    'with a picture and a mention',
  ),
  writeCall(uploadPostPictureEndpoint, 'member', async () => ({
    query: { alt: 'The pump' },
    body: await createPicture(),
  })),
  writeCall(previewMarkdownEndpoint, 'member', () => ({ body: { content: '**Two** weeks.' } })),
  writeCall(acceptReplyEndpoint, 'member', async (world, actor) => {
    const { id, replyId } = await createQuestion(world, actor.id, false)
    return { params: { id }, body: { replyId } }
  }),
  writeCall(withdrawAcceptanceEndpoint, 'member', async (world, actor) => ({
    params: { id: (await createQuestion(world, actor.id)).id },
  })),
  writeCall(confirmAcceptedReplyEndpoint, 'admin', async (world) => {
    const { id } = await createQuestion(world, (await world.createMember()).id)
    return { params: { id }, body: { expertId: await createExpert(world) } }
  }),
  writeCall(withdrawConfirmationEndpoint, 'admin', async (world) => {
    const { id } = await createQuestion(world, (await world.createMember()).id)
    await updateConfirmation({ db: world.db }, id, await createExpert(world))
    return { params: { id } }
  }),
  writeCall(recordForumVisitEndpoint, 'member', () => ({})),
  writeCall(setTopicWatchEndpoint, 'member', async (world) => ({
    params: { topicId: await createTopic(world) },
    body: { isWatching: true },
  })),
  writeCall(voteEndpoint, 'member', async (world) => ({
    body: { subject: 'topic' as const, id: await createTopic(world), value: 1 as const },
  })),
  writeCall(
    voteEndpoint,
    'member',
    async (world) => ({ body: { subject: 'reply' as const, id: await createReply(world, await createTopic(world)), value: -1 as const } }),
    'on a reply',
  ),
  writeCall(readNoticesEndpoint, 'member', async (world, actor) => {
    const topic = await createTopic(world, actor.id)
    await world.mustSend('POST', `/api/me/topic-watches/${topic}`, { cookie: actor.cookie, body: { isWatching: true } })
    await createReply(world, topic)
    return { body: {} }
  }),
  writeCall(changePreferencesEndpoint, 'member', () => ({ body: { reply: 'daily' as const, answer: 'off' as const } })),
  writeCall(unsubscribeFromNoticesEndpoint, 'visitor', async (world) => {
    const { id } = await world.createMember()
    const key = crypto.randomUUID().replaceAll('-', '').padEnd(43, 'k')
    await world.db.insertInto('notice_senders').values({ user_id: id, leave_key: key, day: '2026-11-24', mails: 1 }).execute()
    return { params: { key: `reply~${key}` } }
  }),
]
