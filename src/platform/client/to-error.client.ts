/** Whatever was thrown, as an Error: what is none becomes the message of one. */
export const toError = (fault: unknown): Error => (fault instanceof Error ? fault : new Error(String(fault)))
