/** Sample calls for muted members, moved topics, and posts by members of other levels. */
import { moveTopicEndpoint } from '#features/forums/moving/topic-move.contract.ts'
import { muteEndpoint, unmuteEndpoint } from '#features/mutes/mute.contract.ts'
import { fileReportEndpoint } from '#features/reports/report.contract.ts'
import { writeCall, type WriteCall } from '../write-call.ts'
import type { World } from '../world.ts'
import { createTopic } from './community.calls.ts'

const setLevel = async (world: World, id: number, level: number): Promise<void> => {
  await world.db.updateTable('users').set({ level }).where('id', '=', id).execute()
}

export const trustCalls: WriteCall[] = [
  writeCall(muteEndpoint, 'member', async (world) => ({ body: { userId: (await world.createMember()).id } })),
  writeCall(unmuteEndpoint, 'member', async (world, actor) => {
    const { id: userId } = await world.createMember()
    await world.mustSend('POST', '/api/me/mutes', { cookie: actor.cookie, body: { userId } })
    return { body: { userId } }
  }),
  writeCall(moveTopicEndpoint, 'member', async (world, actor) => {
    await setLevel(world, actor.id, 3)
    return { params: { id: await createTopic(world) }, body: { categoryId: 2 } }
  }),
  writeCall(
    fileReportEndpoint,
    'member',
    async (world, actor) => {
      await setLevel(world, actor.id, 4)
      const id = await createTopic(world)
      const other = await world.createActor('member')
      await setLevel(world, other.id, 4)
      await world.mustSend('POST', '/api/reports', { cookie: other.cookie, body: { kind: 'topic', id, reason: 'spam' } })
      return { body: { kind: 'topic' as const, id, reason: 'spam' as const } }
    },
    'that hides a topic',
  ),
]
