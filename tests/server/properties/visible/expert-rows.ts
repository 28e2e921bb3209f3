/** Inserts experts and their articles, which no endpoint creates. */
import type { World } from '#tests/server/properties/world.ts'
import { COMMON_WORD, sentence } from './things.ts'

/** @returns the id of the article */
export async function makeExpertArticle(world: World, words: Record<'name' | 'title' | 'content' | 'bio', string>): Promise<number> {
  const { id: expert } = await world.db
    .insertInto('experts')
    .values({
      slug: words.name,
      name: words.name,
      title: 'Engineer',
      avatar_url: '/art/experts/none.svg',
      interest: 'Heat',
      bio: words.bio,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = {
    expert_id: expert,
    title: `${words.title} ${COMMON_WORD}`,
    content: sentence(words.content),
    published_at: '2026-01-05T12:00:00.000Z',
  }
  const { id } = await world.db.insertInto('expert_articles').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}
