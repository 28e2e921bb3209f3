import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSealed, loadSecretKey, openSealed, seal } from './secret-box.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'secret-'))
})
afterAll(() => rmSync(dataDir, { recursive: true }))
const load = (secretKey?: string) => loadSecretKey({ secretKey, dataDir })

test('a sealed text opens only unchanged, with the same key and purpose', () => {
  load('a key of thirty-two letters or more')
  const sealed = seal('JBSWY3DPEHPK3PXP', 'totp:7')
  expect(isSealed(sealed)).toBe(true)
  expect(isSealed('JBSWY3DPEHPK3PXP')).toBe(false)
  expect(sealed).not.toContain('JBSWY')
  expect(seal('JBSWY3DPEHPK3PXP', 'totp:7')).not.toBe(sealed)
  expect(openSealed(sealed, 'totp:7')).toBe('JBSWY3DPEHPK3PXP')
  expect(openSealed(sealed, 'totp:8')).toBeUndefined()
  const last = sealed.at(-1) === 'A' ? 'B' : 'A'
  const middle = sealed[20] === 'A' ? 'B' : 'A'
  for (const broken of [
    `${sealed.slice(0, -2)}${last}A`,
    sealed.slice(0, 20) + middle + sealed.slice(21),
    'sealed:1:',
    'JBSWY3DPEHPK3PXP',
    '',
  ])
    expect(openSealed(broken, 'totp:7')).toBeUndefined()
  load('another key of thirty-two letters!')
  expect(openSealed(sealed, 'totp:7')).toBeUndefined()
})

test('openSealed rejects non-canonical base64url', () => {
  load('a key of thirty-two letters or more')
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (const secret of ['4 7', '14 7', '114 7']) {
    const sealed = seal(secret, 'reader')
    const changed = [...letters].filter((letter) => !sealed.endsWith(letter)).map((letter) => sealed.slice(0, -1) + letter)
    for (const other of [...changed, `${sealed}=`, `${sealed} `, `${sealed.slice(0, 20)}.${sealed.slice(20)}`])
      expect(openSealed(other, 'reader'), other).toBeUndefined()
    expect(openSealed(sealed, 'reader')).toBe(secret)
  }
})

test('loadSecretKey creates a private key file once and does not replace a damaged one', () => {
  load()
  const file = join(dataDir, 'secret.key')
  const text = readFileSync(file, 'utf8')
  const sealed = seal('secret', 'test')
  load()
  expect(openSealed(sealed, 'test')).toBe('secret')
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['secret.key'])
  writeFileSync(file, 'half')
  expect(() => load()).toThrow(/secret\.key is damaged/)
  load(text)
  expect(openSealed(sealed, 'test')).toBe('secret')
})
