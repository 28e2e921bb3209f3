/** Tests the case study of an article: storage, editing, validation and export. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { streamContentFiles } from '#features/archive/archive.content.ts'
import { getArticleEndpoint } from '#features/articles/article.contract.ts'
import { formatCaseStudyYearError } from './case-study-year.policy.ts'
import { articleForm } from '#features/articles/article.factory.ts'
import { changeArticleEndpoint, createArticleEndpoint } from '#features/articles/editing/article-editing.contract.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

const createArticle = (body: object) => site.call(admin, createArticleEndpoint, { body })
const changeArticle = (id: number, body: object) => site.call(admin, changeArticleEndpoint, { params: { id }, body })
const getArticle = (slug: string) => site.call(null, getArticleEndpoint, { params: { slug } })

const month = { bought: 200, heatPump: 90, heat: 300 }
const caseStudy = {
  isInvented: true,
  home: 'A terrace',
  place: 'Leeds',
  nation: 'england',
  people: 2,
  year: 2025,
  before: 'A gas boiler',
  measures: [{ name: 'A heat pump', pricePounds: 11_000 }],
  grantPounds: 7500,
  months: Array.from({ length: 12 }, () => month),
}

test('a case study is public, survives other changes and can be removed', async () => {
  const { body } = await createArticle(articleForm({ caseStudy }))
  expect((await getArticle(body.slug)).body.caseStudy).toEqual(caseStudy)
  await changeArticle(body.id, { title: 'A changed title' })
  expect((await getArticle(body.slug)).body.caseStudy).toEqual(caseStudy)
  await changeArticle(body.id, { caseStudy: null })
  expect((await getArticle(body.slug)).body.caseStudy).toBeNull()
})

test.each([
  ['eleven months', { months: caseStudy.months.slice(1) }, 'months', 'A case study has twelve months'],
  [
    'months with different quantities',
    { months: [{ bought: 200 }, ...caseStudy.months.slice(1)] },
    'months',
    'All months need the same quantities',
  ],
  ['a year that is not over', { year: new Date().getUTCFullYear() }, 'year', formatCaseStudyYearError()],
  ['a year in the future', { year: 2099 }, 'year', formatCaseStudyYearError()],
  ['no measures', { measures: [] }, 'measures', 'At least one measure'],
])('a case study with %s is rejected', async (_, change, field, message) => {
  const { status, body } = await createArticle(articleForm({ caseStudy: { ...caseStudy, ...change } }))
  expect(status).toBe(400)
  expect(body).toMatchObject({ errors: [{ path: `caseStudy.${field}`, message }] })
})

test('the exported content file of an article contains its case study', async () => {
  const { body } = await createArticle(articleForm({ caseStudy }))
  for await (const { path, text } of streamContentFiles(site.ctx.db)) {
    if (path !== `articles/${body.slug}.md`) continue
    let file = ''
    for await (const part of text()) file += part
    const [, frontMatter = ''] = file.split('---\n')
    expect(parse(frontMatter)).toMatchObject({ caseStudy })
    return
  }
  expect.unreachable('the article is not exported')
})
