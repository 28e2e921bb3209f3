/** Endpoints of the operator are not those of a copy: its administrator has not set this server up. */
import type { FastifyRequest } from 'fastify'
import type { SiteDirectory } from '#platform/contract/site-directory.ts'

/** The address of a copy, whether it is launched, suspended, retired or was never there. */
const COPY_HOST = /^[^.]+\.sustainable-tech\./i

/** Whether a request came to the main site's host, or to a host that is no site's, such as the IP address that a collector of metrics uses. */
export const isOperatorHost = (
  { ctx, host }: FastifyRequest,
  sites: Pick<SiteDirectory, 'main' | 'isSuspended' | 'isOutOfServiceAt'>,
): boolean => ctx.site === sites.main && !COPY_HOST.test(host) && !sites.isSuspended?.(host) && !sites.isOutOfServiceAt?.(host)
