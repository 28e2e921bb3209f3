import { ApiError, serverMessageOf } from '#platform/client/api.client.ts'

/** Returns the message for a failed creation: the invalid fields, or else the server's message, or else a generic one. */
export function formatCreateError(error: unknown): string {
  if (error instanceof ApiError && error.errors.length > 0)
    return `Validation failed: ${error.errors.map(({ path, message }) => `${path} ${message}`).join(', ')}`
  return serverMessageOf(error) ?? 'Failed to create the article. Please try again.'
}

export const formatUpdateError = (error: unknown): string => serverMessageOf(error) ?? 'Failed to update the article. Please try again.'
