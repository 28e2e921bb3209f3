import { sessionQuery, type Session } from '#features/accounts/sessions/session.client.ts'
import { repliesQuery, topicQuery } from '#features/forums/topic.client.ts'
import { topicWatchQuery } from '#features/forums/watching/watch.client.ts'
import { createLoader } from '#platform/page-load.client.ts'
import { myVotesQuery } from '#features/votes/vote.client.ts'
import { parsePage } from './topic-filter.ts'

export const loader = createLoader(async (page) => {
  const id = page.params['id'] ?? ''
  await Promise.all([page.required(topicQuery(id)), page.optional(repliesQuery(id, parsePage(page.search)))])
  const { user } = (await page.optional<Session>(sessionQuery())) ?? {}
  if (page.status === 200) {
    await page.own(myVotesQuery({ topicId: Number(id) }), Boolean(user))
    await page.own(topicWatchQuery(Number(id)), Boolean(user))
  }
  // An address that cannot be a topic's is an unknown one.
  if (page.status === 400) page.status = 404
})
