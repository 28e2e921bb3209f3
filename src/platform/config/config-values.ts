/** Validates single settings and formats their error messages. */
import { parseTrustProxy } from '#platform/http/proxy.ts'
import { z } from '#platform/contract/zod.ts'

/** An email address, or a name with the address in angle brackets. */
export const SENDER_PATTERN = /^([^<>\p{C}]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u

/** Returns the error message without the URL, which contains a password. */
export const encryptionMessage = (name: string) =>
  `${name} must end in ?sslmode=verify-full when the server is on another machine, or in ?sslmode=disable where nobody else can listen.`

export const oneProcessMessage = (workers: number) =>
  `WORKERS is ${workers}, but the embedded database belongs to one process. Set DATABASE_URL to a PostgreSQL server, or WORKERS to 1.`

/** Whether a URL is only an origin. Sites cannot be served under a path: pages and cookies assume the root. */
export const isOrigin = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.href === `${url.origin}/` && !/[?#]/.test(text)
}

export const trustProxySetting = z.string().transform((text, { addIssue }) => {
  const trustProxy = parseTrustProxy(text)
  if (trustProxy === undefined) addIssue('no such proxy')
  return trustProxy ?? false
})
