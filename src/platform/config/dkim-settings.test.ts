/** Tests the DKIM settings and their error messages. Signing is tested in delivery.test.ts. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'dkim-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const file = join(folder, 'key.pem')
const invalidFile = join(folder, 'invalid.pem')
writeFileSync(file, pem)
writeFileSync(invalidFile, 'no key')

const named = { DKIM_DOMAIN: 'mail.Example.org', DKIM_SELECTOR: 'key-1.x' }
const dkimKey = { domainName: 'mail.Example.org', keySelector: 'key-1.x', privateKey: pem }
const MISSING = 'To sign mail, give DKIM_DOMAIN, DKIM_SELECTOR, and either DKIM_PRIVATE_KEY or DKIM_PRIVATE_KEY_FILE.'

test.each<[what: string, env: Record<string, string>, key: object | undefined]>([
  ['no settings', {}, undefined],
  ['blank settings', { DKIM_DOMAIN: '', DKIM_PRIVATE_KEY: '' }, undefined],
  ['a key', { ...named, DKIM_PRIVATE_KEY: pem }, dkimKey],
  ['a key in one line', { ...named, DKIM_PRIVATE_KEY: pem.replaceAll('\n', String.raw`\n`) }, dkimKey],
  ['a key file', { ...named, DKIM_PRIVATE_KEY_FILE: file }, dkimKey],
])('readConfig accepts %s', (_what, env, key) => {
  expect(readConfig(env).dkim).toEqual(key)
})

test.each<[what: string, env: Record<string, string>, message: string]>([
  ['no domain', { DKIM_SELECTOR: 'x', DKIM_PRIVATE_KEY: pem }, MISSING],
  ['no selector', { DKIM_DOMAIN: 'example.org', DKIM_PRIVATE_KEY: pem }, MISSING],
  ['no key', named, MISSING],
  ['two keys', { ...named, DKIM_PRIVATE_KEY: pem, DKIM_PRIVATE_KEY_FILE: file }, MISSING],
  ['a key alone', { DKIM_PRIVATE_KEY: pem }, MISSING],
  ['a file alone', { DKIM_PRIVATE_KEY_FILE: file }, MISSING],
  ['a value that is no key', { ...named, DKIM_PRIVATE_KEY: 'no key' }, 'DKIM_PRIVATE_KEY must contain a private key in PEM format.'],
  [
    'a file that holds no key',
    { ...named, DKIM_PRIVATE_KEY_FILE: invalidFile },
    'The file of DKIM_PRIVATE_KEY_FILE must contain a private key in PEM format.',
  ],
  [
    'a missing file',
    { ...named, DKIM_PRIVATE_KEY_FILE: join(folder, 'none.pem') },
    `DKIM_PRIVATE_KEY_FILE names ${join(folder, 'none.pem')}, which cannot be read.`,
  ],
  ['an invalid domain', { ...named, DKIM_DOMAIN: 'localhost' }, 'DKIM_DOMAIN must be a domain name such as example.org.'],
  ['an invalid selector', { ...named, DKIM_SELECTOR: 'a_b' }, 'DKIM_SELECTOR must be letters, digits and hyphens.'],
])('readConfig rejects %s', (_what, env, message) => {
  expect(() => readConfig(env)).toThrow(new Error(message))
})
