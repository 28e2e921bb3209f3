import type { input } from 'zod'
import { apiQuery, throwUnlessOk } from '#platform/api.client.ts'
import type { Deployment, DeploymentConfig, getDeploymentEndpoint, getLaunchRulesEndpoint } from './deployment.contract.ts'

export type { Deployment, DeploymentConfig } from './deployment.contract.ts'
export type DeploymentInput = input<typeof DeploymentConfig>

export const deploymentQuery = (id: number, token?: string) =>
  apiQuery<typeof getDeploymentEndpoint>('/api/deployment/:id', { params: { id }, query: { token } })

export const launchRulesQuery = () => apiQuery<typeof getLaunchRulesEndpoint>('/api/launching')

/** What runs the copy on a server of one's own, as a ZIP. */
export const kitAddress = (id: number, token: string): string => `/api/deployment/${id}/kit?token=${encodeURIComponent(token)}`

/**
 * Launches a copy. The same `key` twice is the same copy, so a lost answer can be asked for again.
 * @throws ApiError
 */
export async function launch(body: DeploymentInput, key: string): Promise<Deployment> {
  const response = await fetch('/api/deployment', {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })
  await throwUnlessOk(response)
  return (await response.json()) as Deployment
}

/** The checks of the contract, fetched when the form needs them. */
export const loadDeploymentConfig = async () => (await import('./deployment.contract.ts')).DeploymentConfig
