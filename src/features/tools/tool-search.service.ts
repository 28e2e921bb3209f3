/** Search documents of the tools, which have no database rows. */
import type { Feature } from '#platform/contract/feature.ts'
import { TOOLS } from './catalogue/tools.policy.ts'

const tools = Object.values(TOOLS)

export const toolSearch: NonNullable<Feature['search']>[number] = {
  kind: 'tool',
  label: 'Tools',
  feature: 'tools',
  hasNoRows: true,
  // Ids are positions in the catalogue, from 1.
  find: (_ctx, ids) =>
    Promise.resolve(
      tools.flatMap(({ name, title, about, inputs }, at) =>
        ids.includes(at + 1)
          ? [
              {
                id: at + 1,
                url: `/tools/${name}`,
                title,
                headings: 'Calculator',
                summary: about,
                body: inputs.map(({ label }) => label).join('\n'),
              },
            ]
          : [],
      ),
    ),
  listIds: (_ctx, after, limit) =>
    Promise.resolve(
      tools
        .map((_tool, at) => at + 1)
        .filter((id) => id > after)
        .slice(0, limit),
    ),
}
