/** Sends each write once while it is under way: the second press of a double click arrives before React has disabled the button. */

type Send<I> = (method: string, path: string, input: I) => Promise<unknown>

const underWay = new Map<string, Promise<unknown>>()

/**
 * Returns the promise of an equal write that is under way, else begins it. A write that its caller may abort is not shared.
 * @param input equal when it has the same parameters, body, file and idempotency key
 */
export function shareWrite<I extends object>(method: string, path: string, input: I, send: Send<I>): Promise<unknown> {
  if ('signal' in input) return send(method, path, input)
  const key = `${method} ${path} ${JSON.stringify(input, fileToJson)}`
  const write = underWay.get(key) ?? send(method, path, input).finally(() => underWay.delete(key))
  underWay.set(key, write)
  return write
}

/** A file has no JSON form: its type, size, name and time identify it. */
const fileToJson = (_name: string, value: unknown): unknown => {
  if (value instanceof File) return [value.type, value.size, value.name, value.lastModified]
  return value instanceof Blob ? [value.type, value.size] : value
}
