import type { input } from 'zod'
import { api, apiQuery, apiUrl } from '#platform/client/api.client.ts'
import type { Deployment, DeploymentConfig, LaunchForm } from './deployment.contract.ts'

export type { Deployment, DeploymentConfig } from './deployment.contract.ts'
export type DeploymentInput = input<typeof DeploymentConfig>
type LaunchInput = input<typeof LaunchForm>

export const deploymentQuery = (id: string, token?: string) => apiQuery('GET /api/deployment/:id', { params: { id }, query: { token } })

export const launchRulesQuery = () => apiQuery('GET /api/launching')

/** What runs the copy on a server of one's own, as a ZIP. */
export const kitUrl = (id: string, token: string): string => apiUrl('GET /api/deployment/:id/kit', { params: { id }, query: { token } })

/**
 * Launches a copy. The same `key` twice is the same copy, so a lost answer can be asked for again.
 * @throws ApiError
 */
export const launchSite = (body: LaunchInput, key: string): Promise<Deployment> =>
  api('POST /api/deployment', { body, idempotencyKey: key })

/** The checks of the contract, fetched when the form needs them. */
export const loadDeploymentConfig = async () => (await import('./deployment.contract.ts')).DeploymentConfig
