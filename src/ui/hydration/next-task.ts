/** Yields to the event loop: many short tasks block input less than one long task. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
