/** Tests the checks before an issue is sent or scheduled, and the reference values in drafted entries. */
import { afterEach, describe, expect, test } from 'vitest'
import { setMailServerConfigured } from '#features/mail/mail-server.service.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { makeArticle } from '#features/articles/article.factory.ts'
import { ctx, draft, rowOf, useIssueFixture } from '#tests/support/issue-fixture.ts'
import { listActivity } from '#features/newsletter/issues/activity/activity.service.ts'
import { sendIssue } from './issue-sending.service.ts'

useIssueFixture()
afterEach(() => setMailServerConfigured('smtp://localhost'))

describe('an issue', () => {
  test.each(['One costs {{no.such-value}}.', 'One costs {{= 2 * no.such-value | £}}.', 'One {{if no.such-value > 3}}pays{{end}}.'])(
    'with the unknown reference value in “%s” can be neither sent nor scheduled',
    async (intro) => {
      const id = await draft({ intro } as never)
      const rowBefore = await rowOf(id)
      await ctx.db.updateTable('newsletter_issues').set({ intro }).where('id', '=', id).execute()
      for (const at of [undefined, '2999-01-01T00:00:00.000Z'])
        await expect(sendIssue(ctx, id, { at })).rejects.toMatchObject({ status: 400, message: expect.stringContaining('unknown values') })
      expect((await rowOf(id))?.state).toBe(rowBefore?.state)
    },
  )

  test('cannot be sent without a mail server, and the error names SMTP_URL', async () => {
    const id = await draft()
    setMailServerConfigured(undefined)
    await expect(sendIssue(ctx, id, {})).rejects.toMatchObject({
      status: 409,
      code: 'issue.no_mail_server',
      message: expect.stringContaining('SMTP_URL'),
    })
    expect(await rowOf(id)).toMatchObject({ state: 'draft', started_at: null })
  })

  test('is drafted with resolved reference values in articles', async () => {
    await makeArticle(ctx, {
      title: 'Costs',
      summary: 'One heat pump costs its owner {{= 1200 * 2 | £}} a year.',
      publishedAt: new Date(Date.now() - 1000).toISOString(),
    })
    const entry = (await listActivity(ctx)).find(({ title }) => title === 'Costs')
    expect(entry?.text).toContain('2,400')
    expect(entry?.text).not.toContain('{{')
  })

  test('is drafted with resolved reference values in products, replies and reviews', async () => {
    const value = 'It costs {{= 1200 * 2 | £}} a year.'
    const product = await makeProduct(ctx, { description: value })
    const topic = await makeTopic(ctx, { title: 'What does it cost?' })
    const user_id = (await makeUser(ctx)).id
    const created_at = new Date().toISOString()
    await ctx.db.insertInto('replies').values({ topic_id: topic, user_id, content: value, created_at, upvotes: 3 }).execute()
    await ctx.db
      .insertInto('reviews')
      .values({ product_id: product.id, user_id, rating: 4, title: 'Good', content: value, created_at })
      .execute()
    const entries = (await listActivity(ctx)).filter(({ text }) => text.includes('It costs'))
    expect(entries.map(({ kind }) => kind).toSorted()).toEqual(['answer', 'product', 'review'])
    for (const { text } of entries) {
      expect(text).toContain('2,400')
      expect(text).not.toContain('{{')
    }
  })
})
