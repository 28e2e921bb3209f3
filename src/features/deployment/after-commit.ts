import type { Context } from '#platform/contract/context.ts'

/**
 * Runs a step after a committed write that a later request would catch up on, such as opening a site. Errors are logged, not thrown: an
 * error response would suggest that nothing was saved.
 */
export async function runAfterCommit({ log }: Pick<Context, 'log'>, launchId: number, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    log.error({ err: error, launch: launchId }, 'step after a committed write failed')
  }
}
