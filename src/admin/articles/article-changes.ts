import { ApiError, serverMessageOf } from '#platform/client/api.client.ts'

/** Why an article was not created: the fields the server names, else what it says, else that it failed. */
export function creationFailure(fault: unknown): string {
  if (fault instanceof ApiError && fault.errors.length > 0)
    return `Validation failed: ${fault.errors.map(({ path, message }) => `${path} ${message}`).join(', ')}`
  return serverMessageOf(fault) ?? 'Failed to create the article. Please try again.'
}

export const updateFailure = (fault: unknown): string => serverMessageOf(fault) ?? 'Failed to update the article. Please try again.'
