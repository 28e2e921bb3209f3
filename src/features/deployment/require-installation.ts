import type { Context, Installation } from '#platform/context.ts'
import { notFound } from '#platform/errors.ts'

/** Only the main site launches others. @throws AppError 404 on a launched one */
export function requireInstallation({ installation }: Pick<Context, 'installation'>): Installation {
  if (!installation) throw notFound('page')
  return installation
}
