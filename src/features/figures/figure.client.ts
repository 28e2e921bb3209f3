import { apiQuery } from '#platform/client/api.client.ts'
import type { Nation } from './figures.policy.ts'

export type { FigureHistory, FigurePeriod, RegisteredFigure } from './figure.contract.ts'

export const figuresQuery = (nation: Nation) => apiQuery('GET /api/figures', { query: { nation } })
export const figureQuery = (key: string) => apiQuery('GET /api/figures/:key', { params: { key } })
