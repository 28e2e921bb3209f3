/** Lets the browser do what else it has to do: on a slow machine many short tasks in a row are felt less than a long one. */
export const nextTask = (): Promise<void> => new Promise((done) => setTimeout(done))
