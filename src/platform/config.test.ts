import { isAbsolute } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('an empty environment gives the defaults', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    content: 'demo',
    trustProxy: false,
    publicUrl: undefined,
    databaseUrl: undefined,
  })
  expect(isAbsolute(config.dataDir)).toBe(true)
})

test('blank means absent, and a trailing slash does not matter', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: 'https://example.org/' })).toMatchObject({ port: 3000, publicUrl: 'https://example.org' })
})

test('every wrong setting is named with what it expects', () => {
  const env = { PORT: 'eighty', CONTENT: 'all', DATABASE_URL: 'mysql://x', PUBLIC_URL: 'example' }
  expect(() => readConfig(env)).toThrow(
    /PORT must be a port number[\s\S]*PUBLIC_URL must be[\s\S]*DATABASE_URL must be postgres[\s\S]*CONTENT must be demo, starter or empty/,
  )
})

test('names below the own one are promised nothing unless it is said', () => {
  const promised = (HSTS_INCLUDE_SUBDOMAINS: string) => readConfig({ HSTS_INCLUDE_SUBDOMAINS }).hstsIncludeSubdomains
  expect(['', 'false', 'true'].map(promised)).toEqual([false, false, true])
  expect(() => promised('yes')).toThrow('HSTS_INCLUDE_SUBDOMAINS must be true or false.')
})

test('proxies are counted or named; what is neither stops the start', () => {
  const trust = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy
  expect(['', 'true', 'false', '1', '2', '10.0.0.1, 2001:db8::/32'].map(trust)).toEqual([
    false,
    true,
    false,
    1,
    2,
    ['10.0.0.1', '2001:db8::/32'],
  ])
  for (const wrong of ['maybe', '17', '0.0.0.0/0', 'proxy.example'])
    expect(() => trust(wrong)).toThrow(/^TRUST_PROXY must be true for one proxy in front, .* such as 10\.0\.0\.1,2001:db8::\/32\.$/)
})
