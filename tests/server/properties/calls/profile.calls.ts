/** Sample calls for bookmarks and watches. */
import { removeBookmarkEndpoint, saveBookmarkEndpoint } from '#features/bookmarks/bookmark.contract.ts'
import { addWatchEndpoint, removeWatchEndpoint } from '#features/watches/watches.contract.ts'
import { writeCall, type WriteCall } from '../write-call.ts'
import { createTopic } from './community.calls.ts'

export const profileCalls: WriteCall[] = [
  writeCall(saveBookmarkEndpoint, 'member', async (world) => ({
    body: { kind: 'topic' as const, id: await createTopic(world), note: world.unique('Note') },
  })),
  writeCall(
    saveBookmarkEndpoint,
    'member',
    async (world, { cookie }) => {
      const id = await createTopic(world)
      await world.mustSend('POST', '/api/me/bookmarks', { cookie, body: { kind: 'topic', id, note: 'Before' } })
      return { body: { kind: 'topic' as const, id, note: world.unique('Note') } }
    },
    'that changes the note',
  ),
  writeCall(removeBookmarkEndpoint, 'member', async (world, { cookie }) => {
    const id = await createTopic(world)
    await world.mustSend('POST', '/api/me/bookmarks', { cookie, body: { kind: 'topic', id } })
    return { query: { kind: 'topic' as const, id } }
  }),
  writeCall(addWatchEndpoint, 'member', async (world) => ({ body: { kind: 'user' as const, id: (await world.createMember()).id } })),
  writeCall(removeWatchEndpoint, 'member', async (world, { cookie }) => {
    await world.mustSend('POST', '/api/me/watches', { cookie, body: { kind: 'category', id: 1 } })
    return { query: { kind: 'category' as const, id: 1 } }
  }),
]
