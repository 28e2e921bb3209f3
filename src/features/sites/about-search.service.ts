/** Search document of the about page, which comes with the software and has no row. */
import type { Feature } from '#platform/contract/feature.ts'
import { getAbout } from './site.service.ts'

const ABOUT_ID = 1

export const aboutSearch: NonNullable<Feature['search']>[number] = {
  kind: 'page',
  label: 'Pages',
  hasNoRows: true,
  find: async (ctx, ids) => {
    if (!ids.includes(ABOUT_ID)) return []
    const sections = await getAbout(ctx)
    return [
      {
        id: ABOUT_ID,
        url: '/about',
        title: `About ${ctx.site.settings.name}`,
        headings: sections.map(({ heading }) => heading).join('\n'),
        body: sections.flatMap(({ heading, html }) => [heading, ...extractLines(html)]).join('\n'),
      },
    ]
  },
  listIds: async (_ctx, after) => (after < ABOUT_ID ? [ABOUT_ID] : []),
}

/** Extracts the text of each block from our own rendered HTML. */
const extractLines = (html: string): string[] =>
  html
    .replace(/<\/(?:p|li|h\d|tr)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'")
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
