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

test('what is sealed opens with the same key and for the same purpose alone, and never looks the same twice', () => {
  load('a key of thirty-two letters or more')
  const sealed = seal('JBSWY3DPEHPK3PXP', 'totp:7')
  expect([isSealed(sealed), isSealed('JBSWY3DPEHPK3PXP'), sealed.includes('JBSWY'), seal('JBSWY3DPEHPK3PXP', 'totp:7') === sealed]).toEqual(
    [true, false, false, false],
  )
  expect([openSealed(sealed, 'totp:7'), openSealed(sealed, 'totp:8')]).toEqual(['JBSWY3DPEHPK3PXP', undefined])
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

test('of all texts that decode to the same bytes, one alone opens', () => {
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

test('without a setting the key is a file that only the server reads; it is made once, and a damaged one is never replaced', () => {
  load()
  const file = join(dataDir, 'secret.key')
  const [text, { mode }] = [readFileSync(file, 'utf8'), statSync(file)]
  const sealed = seal('secret', 'test')
  load()
  expect([openSealed(sealed, 'test'), readFileSync(file, 'utf8'), mode & 0o777, readdirSync(dataDir)]).toEqual([
    'secret',
    text,
    0o600,
    ['secret.key'],
  ])
  writeFileSync(file, 'half')
  expect(() => load()).toThrow(/secret\.key is damaged/)
  load(text)
  expect(openSealed(sealed, 'test')).toBe('secret')
})
