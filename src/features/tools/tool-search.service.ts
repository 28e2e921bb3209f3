/** Creates the search documents of the tools, which have no database rows. */
import type { Feature } from '#platform/contract/feature.ts'
import { TOOLS } from './catalogue/tools.policy.ts'

const tools = Object.values(TOOLS)

export const toolSearch: NonNullable<Feature['search']>[number] = {
  kind: 'tool',
  label: 'Tools',
  feature: 'tools',
  hasNoRows: true,
  // The id of a tool is its position in the catalogue, counted from 1.
  find: (_ctx, ids) =>
    Promise.resolve(
      tools.flatMap(({ name, title, about, inputs }, index) =>
        ids.includes(index + 1)
          ? [
              {
                id: index + 1,
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
        .map((_tool, index) => index + 1)
        .filter((id) => id > after)
        .slice(0, limit),
    ),
}
