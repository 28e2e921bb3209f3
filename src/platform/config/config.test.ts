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

test('MAIL_BUDGET_PER_DAY defaults to 20,000, accepts 0 and rejects negative numbers', () => {
  expect(['', '0', '500'].map((MAIL_BUDGET_PER_DAY) => readConfig({ MAIL_BUDGET_PER_DAY }).mailBudgetPerDay)).toEqual([20_000, 0, 500])
  expect(() => readConfig({ MAIL_BUDGET_PER_DAY: '-1' })).toThrow('MAIL_BUDGET_PER_DAY must be a number from 0')
})

test('WORKERS over 1 needs DATABASE_URL', () => {
  expect(() => readConfig({ WORKERS: '4' })).toThrow('WORKERS is 4, but the embedded database belongs to one process. Set DATABASE_URL')
  expect(readConfig({ WORKERS: '4', DATABASE_URL: 'postgres://u:p@localhost/db' }).workers).toBe(4)
  expect(() => readConfig({ WORKERS: '0' })).toThrow('WORKERS must be a number of processes from 1 to 64.')
})

test('a blank setting gets its default', () => {
  expect(readConfig({ PORT: '' }).port).toBe(3000)
})

test('a trailing slash of PUBLIC_URL is removed', () => {
  expect(readConfig({ PUBLIC_URL: 'https://example.org/' }).publicUrl).toBe('https://example.org')
})

test('PUBLIC_URL is normalised to an origin, and rejected with a path, query, fragment or credentials', () => {
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

test('every invalid setting is reported with what it expects', () => {
  const env = { PORT: 'eighty', CONTENT: 'all', DATABASE_URL: 'mysql://x', PUBLIC_URL: 'example' }
  expect(() => readConfig(env)).toThrow(
    /PORT must be a port number[\s\S]*PUBLIC_URL must be[\s\S]*DATABASE_URL must be postgres[\s\S]*CONTENT must be demo, starter or empty/,
  )
})

test('a database URL with a remote host must set sslmode', () => {
  const read = (DATABASE_URL: string) => readConfig({ DATABASE_URL }).databaseUrl
  const localHosts = ['localhost', 'LOCALHOST:5432', '127.0.0.1:5432', '[::1]', 'database:5432', 'db', '%2Fvar%2Frun%2Fpostgresql']
  for (const host of localHosts) expect(read(`postgres://u:p@${host}/site`)).toContain(host)
  expect(read('postgres://u:p@db.example.org/site?host=/var/run/postgresql')).toContain('host=')
  const remoteHosts = ['db.example.org', '10.0.0.5:5432', '192.168.1.2', '[2001:db8::1]', '[fd00::1]', 'localhost.example.org']
  for (const host of remoteHosts) {
    for (const unset of ['', '?application_name=x', '?ssl=', '?sslmode='])
      expect(() => read(`postgres://u:secret@${host}/site${unset}`)).toThrow(
        /^DATABASE_URL must end in \?sslmode=verify-full .*\?sslmode=disable/,
      )
    for (const withSslMode of ['?sslmode=verify-full', '?sslmode=require', '?ssl=true', '?sslmode=disable', '?x=1&sslmode=disable'])
      expect(read(`postgres://u:p@${host}/site${withSslMode}`)).toContain(withSslMode)
  }
  expect(() => read('postgres://u:p@localhost/site?host=db.example.org')).toThrow('DATABASE_URL')
  expect(() => read('postgres://u:secret@db.example.org/site')).not.toThrow('secret')
})

test('HSTS_INCLUDE_SUBDOMAINS is off by default and accepts true and false only', () => {
  const read = (HSTS_INCLUDE_SUBDOMAINS: string) => readConfig({ HSTS_INCLUDE_SUBDOMAINS }).hstsIncludeSubdomains
  expect(['', 'false', 'true'].map(read)).toEqual([false, false, true])
  expect(() => read('yes')).toThrow('HSTS_INCLUDE_SUBDOMAINS must be true or false.')
})

test('TRUST_PROXY accepts a boolean, a number of proxies or addresses, and rejects other values', () => {
  const readTrustProxy = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy
  expect(['', 'true', 'false', '1', '2', '10.0.0.1, 2001:db8::/32'].map(readTrustProxy)).toEqual([
    false,
    true,
    false,
    1,
    2,
    ['10.0.0.1', '2001:db8::/32'],
  ])
  for (const wrong of ['maybe', '17', '0.0.0.0/0', 'proxy.example'])
    expect(() => readTrustProxy(wrong)).toThrow(
      /^TRUST_PROXY must be true for one proxy in front, .* such as 10\.0\.0\.1,2001:db8::\/32\.$/,
    )
})

const ALL_SETTINGS = {
  PORT: '8080',
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://example.org',
  DATA_DIR: '/srv/data',
  DATABASE_URL: 'postgres://u:p@pooler/db',
  DATABASE_DIRECT_URL: 'postgres://u:p@server/db',
  DATABASE_READ_URL: 'postgres://u:p@replica/db',
  WORKERS: '4',
  ADMIN_USERNAME: 'Head-of_site',
  ADMIN_PASSWORD: 'a long password',
  SECRET_KEY: 'x'.repeat(32),
  SMTP_URL: 'smtp://mail:25',
  MAIL_FROM: 'Net Zero <post@example.org>',
  CONTENT: 'starter',
  MIGRATE_WHILE_OTHERS_RUN: 'true',
  SITE_CONFIG: '/srv/site.json',
  BACKUP_FOLDER: '/srv/backups',
  BACKUP_EVERY_HOURS: '12',
  BACKUP_KEEP: '3',
  TRUST_PROXY: '2',
  HSTS_INCLUDE_SUBDOMAINS: 'true',
  STOP_WITHIN_SECONDS: '45',
  DNS_SERVERS: '192.0.2.1, 192.0.2.2:5353',
  MAIL_BUDGET_PER_DAY: '500',
  MAIL_EVENTS_TOKEN: 'y'.repeat(20),
  SPAM_CHECK_URL: 'https://spam.example.org/check',
  WEBHOOK_PRIVATE_TARGETS: '10.20.30.40:8080, [FD00::1]:80',
  API_DOCS: 'admin',
  HEALTH_DETAILS: 'true',
  MAX_CONNECTIONS: '11',
  KEEP_ALIVE_SECONDS: '12',
  HEADERS_WITHIN_SECONDS: '13',
  REQUEST_WITHIN_SECONDS: '14',
  STALLED_AFTER_SECONDS: '15',
  MAX_HEADERS_KB: '17',
  LIVE_STREAMS: '27',
  LIVE_STREAMS_PER_NETWORK: '28',
  DATABASE_CONNECTIONS: '18',
  DATABASE_WAIT_SECONDS: '19',
  DATABASE_STATEMENT_SECONDS: '20',
  DATABASE_IDLE_TRANSACTION_SECONDS: '21',
  OVERLOAD_DELAY_MS: '22',
  OVERLOAD_UTILISATION_PERCENT: '23',
  OVERLOAD_HEAP_PERCENT: '24',
  OVERLOAD_MEMORY_MB: '25',
  METRICS_TOKEN: 'z'.repeat(16),
  SLOW_QUERY_MS: '26',
  LOG_LEVEL: 'warn',
}

test('readConfig converts every setting to its property and unit', () => {
  expect(readConfig(ALL_SETTINGS)).toEqual({
    port: 8080,
    host: '0.0.0.0',
    publicUrl: 'https://example.org',
    dataDir: '/srv/data',
    databaseUrl: 'postgres://u:p@pooler/db',
    databaseDirectUrl: 'postgres://u:p@server/db',
    databaseReadUrl: 'postgres://u:p@replica/db',
    workers: 4,
    adminUsername: 'Head-of_site',
    adminPassword: 'a long password',
    secretKey: 'x'.repeat(32),
    smtpUrl: 'smtp://mail:25',
    mailFrom: 'Net Zero <post@example.org>',
    dkim: undefined,
    content: 'starter',
    siteConfig: '/srv/site.json',
    backupFolder: '/srv/backups',
    backupEveryHours: 12,
    backupKeep: 3,
    trustProxy: 2,
    hstsIncludeSubdomains: true,
    stopWithinMs: 45_000,
    dnsServers: ['192.0.2.1', '192.0.2.2:5353'],
    mailBudgetPerDay: 500,
    migrateWhileOthersRun: true,
    spamCheckUrl: 'https://spam.example.org/check',
    mailEventsToken: 'y'.repeat(20),
    webhookPrivateTargets: ['10.20.30.40:8080', '[FD00::1]:80'],
    apiDocs: 'admin',
    healthDetails: true,
    limits: {
      connections: {
        maxConnections: 11,
        keepAliveMs: 12_000,
        headersMs: 13_000,
        requestMs: 14_000,
        stalledMs: 15_000,
        maxHeaderBytes: 17_408,
      },
      live: { perSite: 27, perNetwork: 28 },
      overload: { delayMs: 22, utilisation: 0.23, heapShare: 0.24, memoryBytes: 26_214_400 },
      database: { connections: 18, waitMs: 19_000, statementMs: 20_000, idleTransactionMs: 21_000 },
    },
    watch: { metricsToken: 'z'.repeat(16), slowQueryMs: 26 },
    logLevel: 'warn',
  })
})

test('unset optional settings are undefined, empty, off or their default', () => {
  expect(readConfig({})).toMatchObject({
    siteConfig: undefined,
    backupFolder: undefined,
    adminPassword: undefined,
    dnsServers: undefined,
    webhookPrivateTargets: [],
    healthDetails: false,
    stopWithinMs: 30_000,
    dkim: undefined,
  })
})

test('invalid settings are reported once each, one per line', () => {
  expect(() => readConfig({ ADMIN_PASSWORD: 'short', BACKUP_KEEP: '0.5', LOG_LEVEL: 'loud' })).toThrow(
    /^ADMIN_PASSWORD must be 10 to 200 characters\.\nBACKUP_KEEP must be a number from 1 to 1000\.\nLOG_LEVEL must be trace, debug, info, warn, error, fatal or silent\.$/,
  )
})

test.each<[name: keyof typeof ALL_SETTINGS, valid: string[], invalid: string[]]>([
  ['PORT', ['0', '65535'], ['-1', '65536', '80.5']],
  ['WORKERS', ['1', '64'], ['0', '65']],
  ['ADMIN_USERNAME', ['abc', 'a'.repeat(30)], ['ab', 'a'.repeat(31), 'a b c', 'Zoë']],
  ['ADMIN_PASSWORD', ['a'.repeat(10), 'a'.repeat(200)], ['a'.repeat(9), 'a'.repeat(201)]],
  ['SECRET_KEY', ['a'.repeat(32), 'a'.repeat(1000)], ['a'.repeat(31), 'a'.repeat(1001)]],
  ['SMTP_URL', ['smtp://mail', 'smtps://u:p@mail:465'], ['http://mail', 'mail', 'xsmtp://mail', 'smtpss://mail']],
  [
    'MAIL_FROM',
    ['post@example.org', '<post@example.org>', 'Zoë & Co. <post@example.org>'],
    ['post', 'Zoë post@example.org', 'Zoë <post>', 'Zoë <po st@example.org>', 'Zoë\n<post@example.org>', '<a@b> <c@d>', 'a@b@c', '<a@b>x'],
  ],
  ['BACKUP_EVERY_HOURS', ['1', '720'], ['0', '721']],
  ['BACKUP_KEEP', ['1', '1000'], ['0', '1001']],
  ['STOP_WITHIN_SECONDS', ['1', '600'], ['0', '601']],
  ['DNS_SERVERS', ['192.0.2.1', '[2001:db8::1]:53'], ['ns.example.org', '192.0.2.1,', ',']],
  ['MAIL_EVENTS_TOKEN', ['a'.repeat(20), 'a'.repeat(200)], ['a'.repeat(19), 'a'.repeat(201)]],
  ['SPAM_CHECK_URL', ['http://127.0.0.1:9000/check', 'https://spam.example.org'], ['spam.example.org', 'ftp://spam.example.org']],
  [
    'WEBHOOK_PRIVATE_TARGETS',
    ['127.0.0.1:80', '[::1]:8080'],
    [
      '127.0.0.1',
      'x127.0.0.1:80',
      '127.0.0.1:80x',
      '127.0.0.1:x',
      '[::g]:80',
      '[]:80',
      '[::1]',
      'localhost:80',
      '127.0.0.1:80,db:5432',
      '127.0.0.1:80,',
    ],
  ],
  ['DATABASE_DIRECT_URL', ['postgresql://u:p@db/x'], ['mysql://db/x', 'postgres://u:p@db.example.org/x']],
  ['DATABASE_READ_URL', ['postgres://u:p@db/x'], ['xpostgres://db/x', 'postgres://u:p@db.example.org/x']],
  ['METRICS_TOKEN', ['a'.repeat(16), '-._~+/='.repeat(10)], ['a'.repeat(15), 'a'.repeat(201), 'sixteen letters!']],
  ['OVERLOAD_HEAP_PERCENT', ['0', '100'], ['-1', '101']],
])('%s accepts the valid and rejects the invalid examples', (name, valid, invalid) => {
  for (const value of valid) expect(() => readConfig({ ...ALL_SETTINGS, [name]: value }), value).not.toThrow()
  for (const value of invalid) expect(() => readConfig({ ...ALL_SETTINGS, [name]: value }), value).toThrow(new RegExp(`^${name} must `))
})
