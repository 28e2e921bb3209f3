/** Query parameters by page. Separate from the page table, so that the tools' ninety parameters are not in every bundle. */
import { PLAN_LIST_PARAMETERS, PLAN_PARAMETERS } from '#features/tools/plan/plan-parameters.policy.ts'
import { LIST_PARAMETERS, TOOL_PARAMETERS } from '#features/tools/tool-parameters.policy.ts'
import type { PageDeclaration, PagePath } from './page-table.policy.ts'

interface PageParameters {
  names: readonly string[]
  /** Parameters that may be repeated: forms that are submitted without JavaScript send one per checkbox. */
  lists: readonly string[]
}

const LARGE_PARAMETER_SETS: Partial<Record<PagePath, PageParameters>> = {
  '/tools/:slug': { names: TOOL_PARAMETERS, lists: LIST_PARAMETERS },
  '/plan': { names: PLAN_PARAMETERS, lists: PLAN_LIST_PARAMETERS },
}

export const parametersOf = ({ path, parameters = [] }: PageDeclaration & { path: string }): PageParameters =>
  (Object.hasOwn(LARGE_PARAMETER_SETS, path) ? LARGE_PARAMETER_SETS[path as PagePath] : undefined) ?? { names: parameters, lists: [] }
