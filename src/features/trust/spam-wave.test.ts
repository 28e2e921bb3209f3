/** A wave of 500 posts by 50 new accounts under the default limits, by a sender who forges typing times and waits between posts. */
// Daily on PostgreSQL too: the counters of posts are upserts.
import { expect, test } from 'vitest'
import { listRepliesEndpoint, postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { listTopicsEndpoint, postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSite } from '#tests/support/test-site.ts'
import { DEFAULT_NEWCOMER_LIMITS } from './trust.policy.ts'

const ACCOUNTS = 50
const ROUNDS = 10
/** Writes a number in letters, because repeated texts are compared without digits. */
const inLetters = (n: number): string => String(n).replaceAll(/\d/g, (digit) => String.fromCodePoint(97 + Number(digit)))
/** Four kinds of spam: one text for all, links in their own words, a picture, and own words without a link. */
const TEXTS = [
  () => 'Best prices for heat pumps, call us today and save half of everything you pay now.',
  (n: number) => `I found ${inLetters(n)} at https://shop-${n % 7}.example/?ref=${n} and it is great for ${inLetters(n * 7)}.`,
  (n: number) => `![offer ${inLetters(n)}](https://pics.example/${n}.png) a picture worth seeing, says ${inLetters(n * 3)}`,
  (n: number) => `My cousin ${inLetters(n)} sells the cheapest boilers of ${inLetters(n * 11)}, ask me for the number.`,
]

/** @param typingMs forged typing time; undefined: the sender calls the API without one */
async function sendWave(typingMs: number | undefined) {
  const site = await openTestSite({ settings: { newcomers: DEFAULT_NEWCOMER_LIMITS } })
  const forumId = await makeTopic(site.ctx)
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => makeUser(site.ctx)))
  const statuses: Record<string, number> = {}
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, account] of accounts.entries()) {
      const n = round * ACCOUNTS + index
      const content = TEXTS[n % TEXTS.length]?.(n) ?? ''
      const response =
        round < 5
          ? await site.call(account, postTopicEndpoint, { body: { title: `Offer ${inLetters(n)}`, content, categoryId: 1, typingMs } })
          : await site.call(account, postReplyEndpoint, { body: { content, forumId, typingMs } })
      const outcome = response.status === 201 ? response.body.status : String(response.body.code)
      statuses[outcome] = (statuses[outcome] ?? 0) + 1
    }
    // The sender waits for half a minute: counters that end within it have expired.
    const soon = new Date(Date.now() + 31_000).toISOString()
    await site.ctx.db.deleteFrom('rate_limits').where('resets_at', '<', soon).execute()
  }
  const topics = (await site.call(null, listTopicsEndpoint, { query: { perPage: 100 } })).body
  const replies = (await site.call(null, listRepliesEndpoint, { params: { forumId }, query: { perPage: 100 } })).body
  const visible = [...topics.filter(({ id }: { id: number }) => id !== forumId), ...replies] as { content: string }[]
  const hasLink = ({ content }: { content: string }) => /https?:|www\./.test(content)
  await site.close()
  return { statuses, visible: visible.length, withLinks: visible.filter(hasLink).length }
}

test('500 spam posts by 50 new accounts: none with a link reaches a reader, and none at all without a forged typing time', async () => {
  const naive = await sendWave(undefined)
  expect(naive).toMatchObject({ visible: 0, statuses: { waiting: 400, 'post.first_day': 100 } })
  const forged = await sendWave(60_000)
  // The rest has no link: 100 posts with words of their own, and the first copy of the shared text.
  expect(forged).toMatchObject({ visible: 101, withLinks: 0, statuses: { visible: 101, waiting: 299, 'post.first_day': 100 } })
}, 300_000)
