import { ApiError, failureReason } from '#platform/client/api.client.ts'

/** Formats the error of a form. The message of a limit says by itself when the author can post again. */
export const formatPostError = (prefix: string, problem: Error): string =>
  problem instanceof ApiError && problem.status === 429 ? failureReason(problem) : `${prefix}: ${problem.message}`
