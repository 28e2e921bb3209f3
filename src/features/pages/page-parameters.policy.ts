/** The parameters that each page reads. Apart from the table, which is in every page's script: the tools alone have some ninety. */
import { PLAN_LISTS, PLAN_PARAMETERS } from '#features/tools/plan/plan-parameters.policy.ts'
import { LIST_PARAMETERS, TOOL_PARAMETERS } from '#features/tools/tool-parameters.policy.ts'
import type { PageDeclaration, PagePath } from './page-table.policy.ts'

interface PageParameters {
  names: readonly string[]
  /** Those of them that may be given several times: a form without a script sends one for each box that is ticked. */
  lists: readonly string[]
}

const LONG: Partial<Record<PagePath, PageParameters>> = {
  '/tools/:slug': { names: TOOL_PARAMETERS, lists: LIST_PARAMETERS },
  '/plan': { names: PLAN_PARAMETERS, lists: PLAN_LISTS },
}

export const parametersOf = ({ path, parameters = [] }: PageDeclaration & { path: string }): PageParameters =>
  (Object.hasOwn(LONG, path) ? LONG[path as PagePath] : undefined) ?? { names: parameters, lists: [] }
