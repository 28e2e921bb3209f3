/**
 * Decides on which hosts operator endpoints, such as `/metrics`, are served: not on a tenant site's, whose administrator is not the
 * operator.
 */
import type { FastifyRequest } from 'fastify'
import type { SiteDirectory } from '#platform/contract/site-directory.ts'

/** Matches the host of a tenant site, whether the site is live, suspended, retired or was never launched. */
const TENANT_HOST = /^[^.]+\.sustainable-tech\./i

/**
 * Whether a request is for the main site's host, or for a host that belongs to no site, such as the IP address that a metrics collector
 * uses.
 */
export const isOperatorHost = (
  { ctx, host }: FastifyRequest,
  sites: Pick<SiteDirectory, 'main' | 'isSuspended' | 'isOutOfServiceAt'>,
): boolean => ctx.site === sites.main && !TENANT_HOST.test(host) && !sites.isSuspended?.(host) && !sites.isOutOfServiceAt?.(host)
