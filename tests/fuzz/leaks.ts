/** What must stand in no answer: what an answer is looked through for, whoever asked. */
import type { Role } from './fuzz-calls.ts'

/** Words of our own that only one side may read, and only some of the people there. */
export interface Secret {
  name: string
  text: string
  /** Who may read it. */
  readers: readonly Role[]
}

const ALWAYS: readonly [name: string, pattern: RegExp][] = [
  ['a password hash', /\$argon2/],
  // A line of it, or a place in a file. Words such as "at the far end" and a time of day are neither.
  ['a stack trace', /(?:\\n|\n|^) {2,}at [^\n"]*:\d+:\d+/],
  ['a stack trace', /(?:file:\/\/|node:|\/)[\w@./-]+\.[cm]?[jt]sx?:\d+:\d+/],
  ['a path of the server', /\/(?:src|node_modules)\/[\w@-]+\//],
  [
    'SQL',
    /\b(?:select|insert into|update|delete from) "\w+|\b(?:from|join) "\w+"|\bSQLITE_[A-Z]|syntax error at or near|violates \w+ constraint/,
  ],
  ['the name of a schema', /\bsite_(?:main|test_|copy_)\w*/],
]

/** @returns the names of what was found */
export function findLeaks(text: string, role: Role, secrets: readonly Secret[]): string[] {
  const always = ALWAYS.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)
  const told = secrets.filter((secret) => !secret.readers.includes(role) && text.includes(secret.text)).map(({ name }) => name)
  return [...new Set([...always, ...told])]
}
