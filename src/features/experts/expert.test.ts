import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { getExpertArticleEndpoint, listExpertArticlesEndpoint, listExpertsEndpoint } from './expert.contract.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite({ content: 'demo' })
})
afterAll(() => site.close())

test('API-EXP-01 API-EXP-02 ENT-15 ENT-16 every expert article belongs to an expert', async () => {
  const [experts, articles] = [await site.call(null, listExpertsEndpoint), await site.call(null, listExpertArticlesEndpoint)]
  const ids = experts.body.map((expert: { id: number }) => expert.id)
  expect(experts.body.length).toBeGreaterThanOrEqual(3)
  expect(articles.body.length).toBeGreaterThanOrEqual(3)
  for (const article of articles.body) expect(ids).toContain(article.expertId)
})

test('HOME-37 cards truncate the content to 120 characters', async () => {
  const { body } = await site.call(null, listExpertArticlesEndpoint, { query: { view: 'card' } })
  for (const { content } of body) expect(content.length).toBeLessThanOrEqual(123)
  expect(body[0].content).toMatch(/\.\.\.$/)
})

test('ROUTE-20 getExpertArticleEndpoint returns an article as HTML, and 404 for an unknown id', async () => {
  const { body } = await site.call(null, getExpertArticleEndpoint, { params: { id: 1 } })
  expect(body.contentHtml).toContain('<p>')
  expect((await site.call(null, getExpertArticleEndpoint, { params: { id: 999 } })).body.code).toBe('article.not_found')
})

test('the list of expert articles has the whole content with view=full, and its beginning with view=card', async () => {
  const { body: full } = await site.call(null, listExpertArticlesEndpoint, { query: { view: 'full' } })
  const { body: cards } = await site.call(null, listExpertArticlesEndpoint, { query: { view: 'card' } })
  expect(full.map(({ id }: { id: number }) => id)).toEqual(cards.map(({ id }: { id: number }) => id))
  for (const { content } of full) expect(content.length).toBeGreaterThan(500)
  const [content, card] = [full[0].content, cards[0].content]
  expect(content).toContain('\n\n')
  expect(card).toHaveLength(123)
  expect(content.replace(/[*_#>\n]+/g, ' ').slice(0, 400)).toContain(card.slice(0, 30))
})
