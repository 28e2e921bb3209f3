type Send<I> = (method: string, path: string, input: I) => Promise<unknown>

const inFlight = new Map<string, Promise<unknown>>()

/**
 * Deduplicates writes in flight: the second press of a double click arrives before React has disabled the button. Writes with an abort
 * signal are not shared.
 * @param input counts as equal if it has the same parameters, body, file and idempotency key
 * @throws what `send` throws, to all callers
 */
export function shareWrite<I extends object>(method: string, path: string, input: I, send: Send<I>): Promise<unknown> {
  if ('signal' in input) return send(method, path, input)
  const key = `${method} ${path} ${JSON.stringify(input, fileToJson)}`
  const write = inFlight.get(key) ?? send(method, path, input).finally(() => inFlight.delete(key))
  inFlight.set(key, write)
  return write
}

/** Replaces files, which are not serialisable, by the properties that identify them. */
const fileToJson = (_name: string, value: unknown): unknown => {
  if (value instanceof File) return [value.type, value.size, value.name, value.lastModified]
  return value instanceof Blob ? [value.type, value.size] : value
}
