/** Key of the form submission that is calling `send`, and the number of requests that have used it. */
let submission: { key: string; requests: number } | undefined

/** Runs `send`; the requests that it starts synchronously get idempotency keys derived from `key`, the same ones on a retry. */
export function withIdempotencyKey<T>(key: string, send: () => T): T {
  submission = { key, requests: 0 }
  try {
    return send()
  } finally {
    submission = undefined
  }
}

/** Returns the input with the next key of the current submission; unchanged outside of one. */
export function withNextIdempotencyKey<I extends { idempotencyKey?: string }>(input: I): I {
  if (input.idempotencyKey || !submission) return input
  submission.requests += 1
  return { ...input, idempotencyKey: submission.requests === 1 ? submission.key : `${submission.key}-${submission.requests}` }
}
