/** The about page as the search finds it. It comes with the software, as the site words it. */
import type { Feature } from '#platform/contract/feature.ts'
import { getAbout } from './site.service.ts'

const ABOUT = 1

export const aboutSearch: NonNullable<Feature['search']>[number] = {
  kind: 'page',
  label: 'Pages',
  hasNoRows: true,
  find: async (ctx, ids) => {
    if (!ids.includes(ABOUT)) return []
    const sections = await getAbout(ctx)
    return [
      {
        id: ABOUT,
        url: '/about',
        title: `About ${ctx.site.settings.name}`,
        headings: sections.map(({ heading }) => heading).join('\n'),
        body: sections.flatMap(({ heading, html }) => [heading, ...textOf(html)]).join('\n'),
      },
    ]
  },
  listIds: async (_ctx, after) => (after < ABOUT ? [ABOUT] : []),
}

/** Of our own rendered text: the words of each block. */
const textOf = (html: string): string[] =>
  html
    .replace(/<\/(?:p|li|h\d|tr)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'")
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
