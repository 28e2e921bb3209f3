import type { Context, Installation } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'

/** Returns the installation, which only the main site has access to. @throws AppError 404 on a tenant site */
export function requireInstallation({ installation }: Pick<Context, 'installation'>): Installation {
  if (!installation) throw notFound('page')
  return installation
}
