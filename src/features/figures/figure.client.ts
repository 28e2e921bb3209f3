import { apiQuery } from '#platform/client/api.client.ts'
import type { Nation } from './figures.policy.ts'

export type {
  ReferenceValueHistory as FigureHistory,
  ReferenceValuePeriod as FigurePeriod,
  ReferenceValueSummary as RegisteredFigure,
} from './figure.contract.ts'

export const referenceValuesQuery = (nation: Nation) => apiQuery('GET /api/figures', { query: { nation } })
export const referenceValueQuery = (key: string) => apiQuery('GET /api/figures/:key', { params: { key } })
