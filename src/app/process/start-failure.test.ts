/** Tests the descriptions of startup errors that cannot be provoked on a test machine. */
import { expect, test } from 'vitest'
import { describeStartFailure } from './start-failure.ts'

const settings = { dataDir: '/data', databaseUrl: 'postgres://netzero@db.example:5432/netzero', host: '127.0.0.1', port: 3000 }
const describeFailure = (message: string, properties: object) =>
  describeStartFailure(Object.assign(new Error(message), properties), settings)

test.each([
  ['bind EADDRINUSE 127.0.0.1:3000', { code: 'EADDRINUSE', syscall: 'bind' }, /^PORT 3000 is already in use by another program\./],
  ['listen EADDRINUSE 127.0.0.1:3000', { code: 'EADDRINUSE', syscall: 'listen' }, /^PORT 3000 is already in use by another program\./],
  [
    'permission denied to create extension "pg_trgm"',
    { code: '42501' },
    /does not let this user create the extension pg_trgm .* create extension pg_trgm/,
  ],
  ['extension "pg_trgm" is not available', { code: '0A000' }, /contrib package/],
  ['permission denied for database netzero', { code: '42501' }, /grant create on database netzero/],
  [
    'too many connections for role "netzero"',
    { code: '53300' },
    /db\.example:5432 has no connection left for this user .*DATABASE_CONNECTIONS/,
  ],
])('describeStartFailure explains "%s"', (message, about, expected) => {
  expect(describeFailure(message, about)).toMatch(expected)
})
