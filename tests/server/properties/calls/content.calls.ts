/** Sample calls for articles, reference values, search, trash, page views, settings, My home and demo content. */
import { articleForm } from '#features/articles/article.factory.ts'
import {
  changeArticleEndpoint,
  createArticleEndpoint,
  deleteArticleEndpoint,
  previewArticleEndpoint,
} from '#features/articles/editing/article-editing.contract.ts'
import { recordNavigationEndpoint } from '#features/analytics/analytics.contract.ts'
import { removeDemoContentEndpoint, replaceDemoContentEndpoint } from '#features/content/demo-content.contract.ts'
import {
  addReferenceValueEndpoint,
  confirmReferenceValueEndpoint,
  previewReferenceValueEndpoint,
} from '#features/figures/editing/figure-editing.contract.ts'
import { makeReferenceValue, newReferenceValueForm } from '#features/figures/figure.factory.ts'
import {
  addSearchPinEndpoint,
  changeSearchSynonymsEndpoint,
  removeSearchPinEndpoint,
} from '#features/search/administration/search-admin.contract.ts'
import { recordSearchClickEndpoint } from '#features/search/search.contract.ts'
import { upsertSetting } from '#features/sites/setting.queries.ts'
import { changeSettingsEndpoint } from '#features/sites/site-settings.contract.ts'
import { eraseOwnHomeEndpoint, saveOwnHomeEndpoint } from '#features/tools/own-home/own-home.contract.ts'
import { purgeFromTrashEndpoint, restoreFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { writeCall, type WriteCall } from '../write-call.ts'
import type { Actor, World } from '../world.ts'
import { createReply, createTopic } from './community.calls.ts'
import { createProduct, createReview, createWaitingReview } from './products.calls.ts'

/** Creates an article, by default a published one. */
async function createArticle(world: World, { cookie }: Actor, fields: object = {}): Promise<{ id: number; slug: string }> {
  const body = articleForm({ title: world.unique('Guide'), ...fields })
  return world.mustSend('POST', '/api/articles', { cookie, body })
}
const TOMORROW = () => new Date(Date.now() + 86_400_000).toISOString()
/** Creates a reference value that an article uses in its text. */
async function createUsedFigure(world: World, actor: Actor): Promise<{ id: number; key: string }> {
  const referenceValue = await makeReferenceValue(world.ctx)
  world.invalidate('figures', 'figure_values')
  await createArticle(world, actor, { content: `It costs {${referenceValue.key}} now.` })
  return referenceValue
}

/** Moves something to the trash. @returns the trash id */
async function trash(world: World, { cookie }: Actor, url: string): Promise<number> {
  const { trashId } = await world.mustSend('DELETE', url, { cookie })
  return trashId as number
}
const DELETED: Record<string, (world: World, actor: Actor) => Promise<number>> = {
  product: async (world, actor) => {
    const { productId } = await createReview(world)
    return trash(world, actor, `/api/products/${productId}`)
  },
  review: async (world, actor) => trash(world, actor, `/api/reviews/${(await createReview(world)).id}?reason=spam`),
  topic: async (world, actor) => {
    const id = await createTopic(world)
    await createReply(world, id)
    return trash(world, actor, `/api/forums/${id}`)
  },
  reply: async (world, actor) => trash(world, actor, `/api/forum-replies/${await createReply(world, await createTopic(world))}`),
  'review that waits for approval': async (world, { cookie }) => {
    const url = `/api/admin/waiting-reviews/${await createWaitingReview(world)}/reject`
    return (await world.mustSend('POST', url, { cookie, body: { reason: 'spam' } })).trashId
  },
  enquiry: async (world, actor) => {
    const { id: productId } = await createProduct(world)
    const body = {
      productId,
      name: 'Ada',
      email: `${world.unique('trashed').replace(' ', '-')}@example.org`,
      phone: '01632 960001',
      address: '1 Row',
      message: 'Tell me more, please.',
    }
    const { id } = await world.mustSend('POST', '/api/enquiries', { body })
    return trash(world, actor, `/api/enquiries/${id}`)
  },
}

const articleCalls: WriteCall[] = [
  writeCall(createArticleEndpoint, 'admin', (world) => ({ body: articleForm({ title: world.unique('Guide') }) }), 'published now'),
  writeCall(
    createArticleEndpoint,
    'admin',
    (world) => ({ body: articleForm({ title: world.unique('Guide'), publishedAt: TOMORROW() }) }),
    'scheduled',
  ),
  writeCall(
    createArticleEndpoint,
    'admin',
    (world) => ({ body: articleForm({ title: world.unique('Guide'), status: 'draft' as const }) }),
    'a draft',
  ),
  writeCall(
    changeArticleEndpoint,
    'admin',
    async (world, actor) => {
      const { id } = await createArticle(world, actor)
      return {
        params: { id },
        body: { title: world.unique('Another guide'), content: 'Other words.', categoryId: 4, rating: 5, version: 1 },
      }
    },
    'its text and category',
  ),
  writeCall(
    changeArticleEndpoint,
    'admin',
    async (world, actor) => {
      const { id, slug } = await createArticle(world, actor)
      return { params: { id }, body: { slug: `${slug}-moved` } }
    },
    'its slug',
  ),
  writeCall(
    changeArticleEndpoint,
    'admin',
    async (world, actor) => ({ params: { id: (await createArticle(world, actor)).id }, body: { status: 'draft' as const } }),
    'back to a draft',
  ),
  writeCall(
    changeArticleEndpoint,
    'admin',
    async (world, actor) => ({
      params: { id: (await createArticle(world, actor, { status: 'draft' })).id },
      body: { status: 'published' as const },
    }),
    'a draft published',
  ),
  writeCall(
    changeArticleEndpoint,
    'admin',
    async (world, actor) => ({
      params: { id: (await createArticle(world, actor)).id },
      body: { status: 'scheduled' as const, publishedAt: TOMORROW() },
    }),
    'rescheduled',
  ),
  writeCall(deleteArticleEndpoint, 'admin', async (world, actor) => ({ params: { id: (await createArticle(world, actor)).id } })),
  writeCall(previewArticleEndpoint, 'admin', () => ({ body: { content: '## Begin\n\nWith **bold** words.' } })),
]

const figureCalls: WriteCall[] = [
  writeCall(addReferenceValueEndpoint, 'admin', async (world, actor) => ({
    params: { id: (await createUsedFigure(world, actor)).id },
    body: newReferenceValueForm() as never,
  })),
  writeCall(previewReferenceValueEndpoint, 'admin', async (world, actor) => ({
    params: { id: (await createUsedFigure(world, actor)).id },
    body: { value: 14 },
  })),
  writeCall(confirmReferenceValueEndpoint, 'admin', async (world, actor) => {
    const { id: figureId } = await createUsedFigure(world, actor)
    const { values } = await world.mustSend('GET', `/api/admin/figures/${figureId}`, { cookie: actor.cookie })
    return { params: { id: values[0].id }, body: { checkedOn: '2026-06-01', dueOn: '2099-06-01' } }
  }),
]

const searchCalls: WriteCall[] = [
  writeCall(recordSearchClickEndpoint, 'visitor', () => ({ body: { q: 'solar panels', url: '/articles/winter-range' } })),
  writeCall(changeSearchSynonymsEndpoint, 'admin', () => ({ body: { groups: [['pump', 'heat pump']] } })),
  writeCall(changeSearchSynonymsEndpoint, 'admin', () => ({ body: { groups: null } }), 'back to the default set'),
  writeCall(addSearchPinEndpoint, 'admin', async (world, actor) => ({
    body: { query: world.unique('solar'), url: `/articles/${(await createArticle(world, actor)).slug}` },
  })),
  writeCall(removeSearchPinEndpoint, 'admin', async (world, { cookie }) => {
    const body = { query: world.unique('battery'), url: '/products' }
    const { id } = await world.mustSend('POST', '/api/admin/search-pins', { cookie, body })
    return { params: { id } }
  }),
]

const trashCalls: WriteCall[] = Object.entries(DELETED).flatMap(([kind, create]) => [
  writeCall(restoreFromTrashEndpoint, 'admin', async (world, actor) => ({ params: { id: await create(world, actor) } }), kind),
  writeCall(purgeFromTrashEndpoint, 'admin', async (world, actor) => ({ params: { id: await create(world, actor) } }), kind),
])

export const contentCalls: WriteCall[] = [
  ...articleCalls,
  ...figureCalls,
  ...searchCalls,
  ...trashCalls,
  writeCall(recordNavigationEndpoint, 'visitor', async (world) => {
    const { cookie } = await world.createActor('admin')
    await world.mustSend('PATCH', '/api/admin/settings', { cookie, body: { analytics: true } })
    return { body: { path: '/about' }, headers: { 'user-agent': 'Mozilla/5.0 Firefox/145.0' } }
  }),
  writeCall(saveOwnHomeEndpoint, 'member', () => ({ body: { use: '3100', fuel: 'gas', postcode: 'LS6 2AB' } })),
  writeCall(eraseOwnHomeEndpoint, 'member', async (world, { cookie }) => {
    await world.mustSend('POST', '/api/me/home', { cookie, body: { use: '3100' } })
    return {}
  }),
]

/** Lets the demo content be replaced after it was removed, which sites can do only once. */
async function markAsDemo({ db, site }: World): Promise<void> {
  await upsertSetting(db, 'demoContent', true)
  site.settings.demoContent = true
}

/** Calls that run after all others, because they change the whole site. */
export const wholeSiteCalls: WriteCall[] = [
  writeCall(changeSettingsEndpoint, 'admin', (world) => ({ body: { tagline: world.unique('Warm homes') } })),
  writeCall(
    changeSettingsEndpoint,
    'admin',
    (world) => ({ body: { name: world.unique('Green Street'), description: 'All about heat.', enquiryEmail: 'desk@example.org' } }),
    'its name and addresses',
  ),
  writeCall(removeDemoContentEndpoint, 'admin', () => ({ body: { confirm: 'remove demo content' as const } })),
  writeCall(replaceDemoContentEndpoint, 'admin', async (world) => {
    await markAsDemo(world)
    return { body: { confirm: 'replace demo content' as const } }
  }),
]
