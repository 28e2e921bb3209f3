/** Operator endpoints, such as `/metrics`, are not served on a tenant site's host: its administrator is not the operator. */
import type { FastifyRequest } from 'fastify'
import type { SiteDirectory } from '#platform/contract/site-directory.ts'

/** The host of a tenant site, whether it is live, suspended, retired or was never launched. */
const TENANT_HOST = /^[^.]+\.sustainable-tech\./i

/** Whether the request is for the main site's host, or for a host of no site, such as the IP address that a metrics collector uses. */
export const isOperatorHost = (
  { ctx, host }: FastifyRequest,
  sites: Pick<SiteDirectory, 'main' | 'isSuspended' | 'isOutOfServiceAt'>,
): boolean => ctx.site === sites.main && !TENANT_HOST.test(host) && !sites.isSuspended?.(host) && !sites.isOutOfServiceAt?.(host)
