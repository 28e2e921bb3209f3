/** What single settings must look like, and what is said where they do not. */
import { parseTrustProxy } from '#platform/http/proxy.ts'
import { z } from '#platform/contract/zod.ts'

/** An address, or a name with the address in angle brackets. */
export const SENDER_PATTERN = /^([^<>\p{C}]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u

/** Without the address: it holds a password. */
export const encryptionMessage = (name: string) =>
  `${name} must end in ?sslmode=verify-full when the server is on another machine, or in ?sslmode=disable where nobody else can listen.`

export const oneProcessMessage = (workers: number) =>
  `WORKERS is ${workers}, but the embedded database belongs to one process. Set DATABASE_URL to a PostgreSQL server, or WORKERS to 1.`

/** A site has a host of its own: its pages and its cookies know no folder in front of them. */
export const isOrigin = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.href === `${url.origin}/` && !/[?#]/.test(text)
}

export const trustProxySetting = z.string().transform((text, { addIssue }) => {
  const found = parseTrustProxy(text)
  if (found === undefined) addIssue('no such proxy')
  return found ?? false
})
