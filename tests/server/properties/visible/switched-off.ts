/** Checks that nothing of a switched-off feature is visible: no content, pages or endpoints, and no links to them. */
import { apiRoutes } from '#app/registry.ts'
import { findPage, normalizePath } from '#features/pages/page-url.policy.ts'
import { PAGES } from '#features/pages/page-table.policy.ts'
import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import type { FeatureName } from '#platform/contract/context.ts'
import type { Scenario } from './scenario.ts'
import { listPictureUrls } from './output-urls.ts'
import type { Output } from './outputs.ts'
import type { Kind } from './things.ts'

export const FEATURES = Object.keys(ALL_FEATURES_ON) as FeatureName[]

/** Content kinds of each feature; without any, only links and pages are checked. */
const KINDS: Record<FeatureName, readonly Kind[]> = {
  articles: ['article'],
  expertAdvice: ['expert article'],
  products: ['product', 'review', 'answer', 'picture'],
  forums: ['topic', 'reply'],
  userAccounts: ['member'],
  tools: [],
}

export const switchOff = (scenario: Scenario, feature: FeatureName) =>
  scenario.asAdmin('PATCH', '/api/admin/settings', { features: { ...ALL_FEATURES_ON, [feature]: false } })

/** Finds content and page links of a switched-off feature in outputs. */
export function findRemaining({ things }: Scenario, outputs: readonly Output[], feature: FeatureName): string[] {
  return outputs.flatMap(({ name, url, text, reply }) => {
    if (name === 'uploaded picture') return []
    const shown = [...things.findIn(text)].flatMap(({ thing, field }) =>
      KINDS[feature].includes(thing.kind) && !url.includes(thing.words[field] ?? '')
        ? [`${url} shows the ${field} of: ${thing.title}`]
        : [],
    )
    const html = name.startsWith('page ') && reply.status === 200 ? (text.split('<script id="boot"', 1)[0] ?? '') : ''
    const links = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].flatMap(([, href = '']) =>
      findPage(normalizePath(href))?.feature === feature ? [`${url} links ${href}`] : [],
    )
    return [...shown, ...links]
  })
}

/** Finds pages and endpoints of a switched-off feature that do not return 404, also as an administrator. */
export async function findReachable(scenario: Scenario, outputs: readonly Output[], feature: FeatureName): Promise<string[]> {
  const { world, admin } = scenario
  const open: string[] = []
  const pages = new Set(PAGES.filter((page) => page.feature === feature).map(({ path }) => `page ${path}`))
  for (const { name, url, reply } of outputs) if (pages.has(name) && reply.status !== 404) open.push(`${url}: ${reply.status}`)
  for (const { name, url, thing } of listPictureUrls(scenario))
    if (name === 'share card' && thing && KINDS[feature].includes(thing.kind)) {
      const { status } = await world.send('GET', url)
      if (status !== 404) open.push(`${url}: ${status}`)
    }
  for (const { endpoint } of apiRoutes) {
    if (endpoint.feature !== feature) continue
    const { status } = await world.call({ ...endpoint, path: endpoint.path.replaceAll(/:\w+/g, '1') }, admin, {})
    if (status !== 404) open.push(`${endpoint.method} ${endpoint.path}: ${status}`)
  }
  return open
}
