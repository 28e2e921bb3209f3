/** Table types of this feature. */
declare module '#db/tables.ts' {
  interface Tables {
    idempotency_keys: {
      /** Hash of the key, the URL and the viewer. */
      key_hash: string
      /** Hash of the request body, keyed with the idempotency key. */
      request_hash: string
      /** The sealed response. Null while the request is in progress, or when the server stopped during it. */
      response: string | null
      claimed_at: string
      expires_at: string
    }
  }
}

export {}
