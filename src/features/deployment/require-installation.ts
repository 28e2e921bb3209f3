import type { Context, Installation } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'

/** Only the main site launches others. @throws AppError 404 on a launched one */
export function requireInstallation({ installation }: Pick<Context, 'installation'>): Installation {
  if (!installation) throw notFound('page')
  return installation
}
