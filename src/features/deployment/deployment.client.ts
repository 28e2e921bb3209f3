import type { input } from 'zod'
import { api, apiQuery, apiUrl } from '#platform/client/api.client.ts'
import type { Deployment, DeploymentConfig, LaunchForm } from './deployment.contract.ts'

export type { Deployment, DeploymentConfig } from './deployment.contract.ts'
export type DeploymentInput = input<typeof DeploymentConfig>
type LaunchInput = input<typeof LaunchForm>

export const deploymentQuery = (id: string, token?: string) => apiQuery('GET /api/deployment/:id', { params: { id }, query: { token } })

export const launchRulesQuery = () => apiQuery('GET /api/launching')

/** Returns the URL of the kit, a ZIP file for running the site on another server. */
export const kitUrl = (id: string, token: string): string => apiUrl('GET /api/deployment/:id/kit', { params: { id }, query: { token } })

/**
 * Launches a site.
 * @param key idempotency key, with which a repeated request returns the same site
 * @throws ApiError
 */
export const launchSite = (body: LaunchInput, key: string): Promise<Deployment> =>
  api('POST /api/deployment', { body, idempotencyKey: key })

/** Loads the schema from the contract when the form is submitted. */
export const loadDeploymentConfig = async () => (await import('./deployment.contract.ts')).DeploymentConfig
