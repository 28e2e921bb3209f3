/** Settings of DKIM signatures (RFC 6376). */
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineSetting } from './setting.ts'
import { z } from '#platform/contract/zod.ts'

export const DKIM_SETTINGS = {
  DKIM_DOMAIN: defineSetting(
    z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i)
      .optional(),
    'a domain name such as example.org',
    'The domain of DKIM signatures, usually that of the sender; without it mail is not signed here.',
  ),
  DKIM_SELECTOR: defineSetting(
    z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i)
      .optional(),
    'letters, digits and hyphens',
    'The DKIM selector: the public key is the TXT record SELECTOR._domainkey.DOMAIN.',
  ),
  DKIM_PRIVATE_KEY: defineSetting(
    z.string().max(20_000).optional(),
    'a private key in PEM, with \\n in place of line ends if need be',
    'The private key itself; alternatively DKIM_PRIVATE_KEY_FILE.',
  ),
  DKIM_PRIVATE_KEY_FILE: defineSetting(z.string().max(4096).optional(), 'the path of a PEM file', 'A file with the private key.'),
}
const Dkim = z.object(DKIM_SETTINGS)

export interface DkimKey {
  domainName: string
  keySelector: string
  /** Private key in PEM format. */
  privateKey: string
}

/**
 * Loads the DKIM key.
 * @returns undefined if none of the settings is set: mail is not signed
 * @throws Error for the operator if a setting is missing or contradicts another, or if the key cannot be read or parsed
 */
export function toDkimKey(e: z.infer<typeof Dkim>): DkimKey | undefined {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: key, DKIM_PRIVATE_KEY_FILE: file } = e
  if ([domain, selector, key, file].every((setting) => setting === undefined)) return undefined
  if (domain === undefined || selector === undefined || (key === undefined) === (file === undefined))
    throw new Error('To sign mail, give DKIM_DOMAIN, DKIM_SELECTOR, and either DKIM_PRIVATE_KEY or DKIM_PRIVATE_KEY_FILE.')
  const privateKey = key === undefined ? readKey(resolve(file ?? '')) : key.replaceAll(String.raw`\n`, '\n')
  try {
    createPrivateKey(privateKey)
  } catch {
    throw new Error(
      `${key === undefined ? 'The file of DKIM_PRIVATE_KEY_FILE' : 'DKIM_PRIVATE_KEY'} must contain a private key in PEM format.`,
    )
  }
  return { domainName: domain, keySelector: selector, privateKey }
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Error(`DKIM_PRIVATE_KEY_FILE names ${file}, which cannot be read.`)
  }
}
