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

test('several processes need a server for their database', () => {
  expect(() => readConfig({ WORKERS: '4' })).toThrow('WORKERS is 4, but the embedded database belongs to one process. Set DATABASE_URL')
  expect(readConfig({ WORKERS: '4', DATABASE_URL: 'postgres://u:p@localhost/db' }).workers).toBe(4)
  expect(() => readConfig({ WORKERS: '0' })).toThrow('WORKERS must be a number of processes from 1 to 64.')
})

test('blank means absent, and a trailing slash does not matter', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: 'https://example.org/' })).toMatchObject({ port: 3000, publicUrl: 'https://example.org' })
})

test('PUBLIC_URL is a host and nothing behind it, in the one way to write it', () => {
  const read = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL }).publicUrl
  expect(['HTTPS://Example.org:443/', 'http://localhost:8080'].map(read)).toEqual(['https://example.org', 'http://localhost:8080'])
  for (const wrong of [
    'https://example.org/site',
    'https://example.org//',
    'https://example.org?x',
    'https://example.org/#',
    'https://a:b@example.org',
  ])
    expect(() => read(wrong), wrong).toThrow(
      /^PUBLIC_URL must be an address without a path or anything else behind the host, such as https:/,
    )
})

test('every wrong setting is named with what it expects', () => {
  const env = { PORT: 'eighty', CONTENT: 'all', DATABASE_URL: 'mysql://x', PUBLIC_URL: 'example' }
  expect(() => readConfig(env)).toThrow(
    /PORT must be a port number[\s\S]*PUBLIC_URL must be[\s\S]*DATABASE_URL must be postgres[\s\S]*CONTENT must be demo, starter or empty/,
  )
})

test('a database on another machine is encrypted, or somebody has written that it is not', () => {
  const read = (DATABASE_URL: string) => readConfig({ DATABASE_URL }).databaseUrl
  const near = ['localhost', 'LOCALHOST:5432', '127.0.0.1:5432', '[::1]', 'database:5432', 'db', '%2Fvar%2Frun%2Fpostgresql']
  for (const host of near) expect(read(`postgres://u:p@${host}/site`)).toContain(host)
  expect(read('postgres://u:p@db.example.org/site?host=/var/run/postgresql')).toContain('host=')
  const far = ['db.example.org', '10.0.0.5:5432', '192.168.1.2', '[2001:db8::1]', '[fd00::1]', 'localhost.example.org']
  for (const host of far) {
    for (const silent of ['', '?application_name=x', '?ssl=', '?sslmode='])
      expect(() => read(`postgres://u:secret@${host}/site${silent}`)).toThrow(
        /^DATABASE_URL must end in \?sslmode=verify-full .*\?sslmode=disable/,
      )
    for (const said of ['?sslmode=verify-full', '?sslmode=require', '?ssl=true', '?sslmode=disable', '?x=1&sslmode=disable'])
      expect(read(`postgres://u:p@${host}/site${said}`)).toContain(said)
  }
  expect(() => read('postgres://u:p@localhost/site?host=db.example.org')).toThrow('DATABASE_URL')
  expect(() => read('postgres://u:secret@db.example.org/site')).not.toThrow('secret')
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
