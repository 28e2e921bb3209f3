import type { Context } from '#platform/contract/context.ts'

/**
 * Runs a step after a committed write, such as opening a site. Errors are logged rather than thrown, because an error response would
 * suggest that nothing was saved. A later request must be able to make up for the step.
 */
export async function runAfterCommit({ log }: Pick<Context, 'log'>, launchId: number, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    log.error({ err: error, launch: launchId }, 'step after a committed write failed')
  }
}
