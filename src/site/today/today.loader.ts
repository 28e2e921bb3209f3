import { referenceValuesQuery } from '#features/figures/figure.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { parseNation } from './nation.ts'

export const loader = createLoader((page) => page.required(referenceValuesQuery(parseNation(page.search.get('nation')))))
