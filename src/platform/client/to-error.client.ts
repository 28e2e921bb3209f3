/** Wraps a thrown value that is not an Error; its text becomes the message. */
export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
