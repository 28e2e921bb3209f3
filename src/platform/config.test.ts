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
