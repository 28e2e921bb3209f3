/**
 * Yields to the event loop, because many short tasks block input less than one long task.
 * @returns a promise that resolves in a later task
 */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
