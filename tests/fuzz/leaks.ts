/** Detects secrets and implementation details in responses. */
import type { Role } from './fuzz-calls.ts'

/** A marker text that only some roles may read. */
export interface Secret {
  name: string
  text: string
  /** Roles that may read it. */
  readers: readonly Role[]
}

const FORBIDDEN: readonly [name: string, pattern: RegExp][] = [
  ['a password hash', /\$argon2/],
  // A line of a stack trace, or a file position; not phrases such as "at the far end", nor a time of day.
  ['a stack trace', /(?:\\n|\n|^) {2,}at [^\n"]*:\d+:\d+/],
  ['a stack trace', /(?:file:\/\/|node:|\/)[\w@./-]+\.[cm]?[jt]sx?:\d+:\d+/],
  ['a path of the server', /\/(?:src|node_modules)\/[\w@-]+\//],
  [
    'SQL',
    /\b(?:select|insert into|update|delete from) "\w+|\b(?:from|join) "\w+"|\bSQLITE_[A-Z]|syntax error at or near|violates \w+ constraint/,
  ],
  ['the name of a schema', /\bsite_(?:main|test_|copy_)\w*/],
]

/** @returns the names of the leaks found */
export function findLeaks(text: string, role: Role, secrets: readonly Secret[]): string[] {
  const internals = FORBIDDEN.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)
  const leaked = secrets.filter((secret) => !secret.readers.includes(role) && text.includes(secret.text)).map(({ name }) => name)
  return [...new Set([...internals, ...leaked])]
}
