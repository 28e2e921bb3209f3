import { apiQuery } from '#platform/client/api.client.ts'
import type * as contract from './figure.contract.ts'
import * as calls from './figure.endpoints.ts'
import type { Nation } from './figures.policy.ts'

export type { FigureHistory, FigurePeriod, RegisteredFigure } from './figure.contract.ts'

export const figuresQuery = (nation: Nation) => apiQuery<typeof contract.listFiguresEndpoint>(calls.listFiguresCall, { query: { nation } })
export const figureQuery = (key: string) => apiQuery<typeof contract.getFigureEndpoint>(calls.getFigureCall, { params: { key } })
