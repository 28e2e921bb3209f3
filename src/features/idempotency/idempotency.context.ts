/** Adds the table of this feature to the database types. */
declare module '#db/tables.ts' {
  interface Tables {
    idempotency_keys: {
      /** Hash of the key, the method, the URL and the viewer. */
      key_hash: string
      /** Hash of the request body, keyed with the idempotency key. */
      request_hash: string
      /** The encrypted response; null while the request is in progress, and if the server stopped during the request. */
      response: string | null
      claimed_at: string
      expires_at: string
    }
  }
}

export {}
