/** Provides calculators for a home; each result is a range, with the date and source of the reference values behind it. */
import './tools.context.ts'
import './own-home/own-home.context.ts'
import type { Feature } from '#platform/contract/feature.ts'
import type { Tool } from './catalogue/tool.policy.ts'
import { TOOLS, runTool } from './catalogue/tools.policy.ts'
import type { ReferenceValues } from '#features/figures/figures.policy.ts'
import { getExample } from './inputs/read-tool-inputs.policy.ts'
import { ExportedHome } from './own-home/own-home.contract.ts'
import { deleteOwnHome, findOwnHome } from './own-home/own-home.queries.ts'
import { ownHomeRoutes } from './own-home/own-home.routes.ts'
import { planRoutes } from './plan/plan.routes.ts'
import { toolRoutes } from './tool.routes.ts'
import { toolSearch } from './tool-search.service.ts'

export const toolsFeature: Feature = {
  name: 'tools',
  dependsOn: ['accounts', 'categories', 'products', 'figures'],
  api: [
    {
      name: 'Tools',
      about: 'Calculators for a home: each result is a range, with the date and source of every reference value used.',
      routes: [...toolRoutes, ...planRoutes, ...ownHomeRoutes],
    },
  ],
  listReferenceValueUsers: (referenceValues) =>
    Object.values(TOOLS).map((tool) => ({
      title: tool.title,
      path: `/tools/${tool.name}`,
      keys: listKeysInExample(tool, referenceValues),
    })),
  search: [toolSearch],
  erasePerson: deleteOwnHome,
  tables: {
    own_homes: {
      references: ['users'],
      archive: { key: ['user_id'] },
      personal: { section: 'home', shape: ExportedHome.nullable(), find: findOwnHome },
    },
  },
}

/** Returns the keys of the reference values that the tool's example uses. */
function listKeysInExample(tool: Tool, referenceValues: ReferenceValues): string[] {
  const runResult = runTool(tool.name, getExample(tool), referenceValues)
  return runResult.isValid ? runResult.constants.map(({ key }) => key) : []
}
