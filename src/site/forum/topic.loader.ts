import { sessionQuery, type Session } from '#features/accounts/account.client.ts'
import { repliesQuery, topicQuery } from '#features/forums/topic.client.ts'
import { load } from '#platform/page-load.client.ts'
import { myVotesQuery } from '#features/votes/vote.client.ts'
import { pageOf } from './topic-filter.ts'

export const loader = load(async (page) => {
  const id = page.params['id'] ?? ''
  await Promise.all([page.need(topicQuery(id)), page.want(repliesQuery(id, pageOf(page.search)))])
  const { user } = (await page.want<Session>(sessionQuery())) ?? {}
  if (user && page.status === 200) await page.want(myVotesQuery({ topicId: Number(id) }))
  // An address that cannot be a topic's is an unknown one.
  if (page.status === 400) page.status = 404
})
