import type { Context, Installation } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'

/** Returns the installation, on the main site. @throws AppError 404 on a launched site */
export function requireInstallation({ installation }: Pick<Context, 'installation'>): Installation {
  if (!installation) throw notFound('page')
  return installation
}
