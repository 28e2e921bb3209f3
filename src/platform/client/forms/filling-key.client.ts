/** The idempotency key of a form's filling, for the requests that its `send` begins. */

/** The key of the filling whose form is calling `send`, and how many requests have used it. */
let filling: { key: string; requests: number } | undefined

/** Gives the requests that `send` begins with the idempotency key of a form's filling. Sent again, they have the same keys. */
export function withIdempotencyKey<T>(key: string, send: () => T): T {
  filling = { key, requests: 0 }
  try {
    return send()
  } finally {
    filling = undefined
  }
}

/** @returns the input with the next key of the filling, if there is one */
export function withKey<I extends { idempotencyKey?: string }>(input: I): I {
  if (input.idempotencyKey || !filling) return input
  filling.requests += 1
  return { ...input, idempotencyKey: filling.requests === 1 ? filling.key : `${filling.key}-${filling.requests}` }
}
