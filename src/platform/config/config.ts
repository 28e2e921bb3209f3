/** Reads the settings from the environment, once at startup. An invalid one prevents startup; the error names it and what it expects. */
import { resolve } from 'node:path'
import { z } from '#platform/contract/zod.ts'
import { LIMIT_SETTINGS, toLimits, type RequestLimits } from './limit-settings.ts'
import { MAIL_SETTINGS } from './mail-settings.ts'
import { DKIM_SETTINGS, toDkimKey, type DkimKey } from './dkim-settings.ts'
import { areDnsServers } from '#platform/network/txt-lookup.ts'
import { hasEncryptionSetting } from '#platform/network/local-host.ts'
import { defineSetting, wholeNumber } from './setting.ts'
import { toWatchConfig, WATCH_SETTINGS, type WatchConfig } from './watch-settings.ts'
import type { TrustProxy } from '#platform/http/proxy.ts'
import { isOrigin, encryptionMessage, oneProcessMessage, trustProxySetting } from './config-values.ts'

const Environment = z.object({
  PORT: defineSetting(wholeNumber(65_535).default(3000), 'a port number from 0 to 65535', 'The port to listen on; 0 picks a free one.'),
  HOST: defineSetting(z.string().default('127.0.0.1'), 'an address to listen on', 'The address to listen on; 0.0.0.0 is every interface.'),
  PUBLIC_URL: defineSetting(
    z
      .url({ protocol: /^https?$/ })
      .refine(isOrigin)
      .optional(),
    'an address without a path or anything else behind the host, such as https://example.org',
    'The public URL, used in links; needed for domain names of copies.',
  ),
  DATA_DIR: defineSetting(
    z.string().default('./data'),
    'a folder',
    'The folder of the embedded database, its uploaded pictures and the secret key.',
  ),
  DATABASE_URL: defineSetting(
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'postgres://user:password@host:port/database',
    'A PostgreSQL server, instead of the embedded SQLite database.',
  ),
  DATABASE_DIRECT_URL: defineSetting(
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'postgres://user:password@host:port/database',
    'The same server without the connection pooler (PgBouncer), if DATABASE_URL points to one.',
  ),
  DATABASE_READ_URL: defineSetting(
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'postgres://user:password@host:port/database',
    'A read replica (streaming replication); shared pages are read from it.',
  ),
  WORKERS: defineSetting(
    z.coerce.number().int().min(1).max(64).default(1),
    'a number of processes from 1 to 64',
    'Number of server processes on this machine; more than one needs DATABASE_URL.',
  ),
  ADMIN_USERNAME: defineSetting(
    z
      .string()
      .regex(/^[A-Za-z0-9_-]{3,30}$/)
      .default('admin'),
    '3 to 30 letters, digits, hyphens or underscores',
    'The first administrator’s username.',
  ),
  ADMIN_PASSWORD: defineSetting(
    z.string().min(10).max(200).optional(),
    '10 to 200 characters',
    'The first administrator’s password; without it one is generated at the first start and printed once.',
  ),
  SECRET_KEY: defineSetting(
    z.string().min(32).max(1000).optional(),
    '32 characters or more',
    'Encrypts secrets in the database; without it the key is the file secret.key in DATA_DIR.',
  ),
  ...MAIL_SETTINGS,
  ...DKIM_SETTINGS,
  CONTENT: defineSetting(
    z.enum(['demo', 'starter', 'empty']).default('demo'),
    'demo, starter or empty',
    'Initial content of a new main site.',
  ),
  SITE_CONFIG: defineSetting(
    z.string().max(4096).optional(),
    'the path of a site.json',
    'A file with the main site’s name and choices, read once, when its database is created.',
  ),
  BACKUP_FOLDER: defineSetting(
    z.string().max(4096).optional(),
    'a folder',
    'The folder for scheduled backups of the whole installation; without it there are none.',
  ),
  BACKUP_EVERY_HOURS: defineSetting(
    z.coerce.number().int().min(1).max(720).default(24),
    'a number of hours from 1 to 720',
    'Interval between scheduled backups.',
  ),
  BACKUP_KEEP: defineSetting(
    z.coerce.number().int().min(1).max(1000).default(7),
    'a number from 1 to 1000',
    'Number of backups to keep; older ones are deleted.',
  ),
  TRUST_PROXY: defineSetting(
    trustProxySetting.default(false),
    'true for one proxy in front, false for none, a number of proxies up to 16, or their addresses and networks such as 10.0.0.1,2001:db8::/32',
    'The reverse proxies whose X-Forwarded-For is trusted for the client’s IP address.',
  ),
  HSTS_INCLUDE_SUBDOMAINS: defineSetting(
    z.enum(['true', 'false']).default('false'),
    'true or false',
    'Whether the HSTS header includes subdomains of the main site’s host.',
  ),
  STOP_WITHIN_SECONDS: defineSetting(
    z.coerce.number().int().min(1).max(600).default(30),
    'a number of seconds from 1 to 600',
    'Grace period for requests in flight at shutdown.',
  ),
  DNS_SERVERS: defineSetting(
    z
      .string()
      .transform((text) => text.split(',').map((server) => server.trim()))
      .refine(areDnsServers)
      .optional(),
    'addresses of name servers such as 192.0.2.1,192.0.2.2:5353',
    'The DNS servers for the ownership check of copies’ domain names; without it those of the machine.',
  ),
  MAIL_EVENTS_TOKEN: defineSetting(
    z.string().min(20).max(200).optional(),
    '20 characters or more',
    'The token with which a mail server or provider reports bounces; without it reports are rejected.',
  ),
  SPAM_CHECK_URL: defineSetting(
    z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .optional(),
    'an address that accepts POST requests, such as https://spam.example.org/check',
    'An outside spam checker for posts by guests and new members; without it there is none.',
  ),
  WEBHOOK_PRIVATE_TARGETS: defineSetting(
    z
      .string()
      .transform((text) => text.split(',').map((target) => target.trim()))
      .refine((targets) => targets.every((target) => /^(\d+\.\d+\.\d+\.\d+|\[[\da-f:]+\]):\d+$/i.test(target)))
      .optional(),
    'addresses with ports such as 127.0.0.1:8080,[::1]:8080',
    'Private addresses that webhooks may call, also without https: for development.',
  ),
  API_DOCS: defineSetting(
    z.enum(['public', 'admin', 'off']).default('public'),
    'public, admin or off',
    'Who can read the API documentation at /api/docs and /api/openapi.json.',
  ),
  HEALTH_DETAILS: defineSetting(
    z.enum(['true', 'false']).default('false'),
    'true or false',
    'Whether /healthz includes memory usage and cache sizes, which are then public.',
  ),
  MIGRATE_WHILE_OTHERS_RUN: defineSetting(
    z.enum(['true', 'false']).default('false'),
    'true or false',
    'Whether an update migrates a PostgreSQL database while processes of an older version run; those then shut down.',
  ),
  ...LIMIT_SETTINGS,
  ...WATCH_SETTINGS,
  LOG_LEVEL: defineSetting(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'trace, debug, info, warn, error, fatal or silent',
    'The minimum level of log messages.',
  ),
})

export interface ConfigSetting {
  name: string
  /** Purpose, in one sentence. */
  purpose: string
  /** Description of a valid value. */
  expects: string
  /** Default value as written in the environment; undefined if there is none. */
  default: string | undefined
  isRequired: boolean
}

export const CONFIG_SETTINGS: readonly ConfigSetting[] = Object.entries<z.ZodType>(Environment.shape).map(([name, schema]) => {
  const { title = '', description = '' } = schema.meta() ?? {}
  const unset = schema.safeParse(undefined)
  const value = unset.data === undefined ? undefined : String(unset.data)
  return { name, purpose: title, expects: description, default: value, isRequired: !unset.success }
})

export interface Config {
  port: number
  host: string
  /** Origin without a trailing slash. Undefined unless PUBLIC_URL is set: the origin of each request is used instead. */
  publicUrl: string | undefined
  /** Absolute path of the data folder. */
  dataDir: string
  databaseUrl: string | undefined
  /** URL of the same server without the pooler. */
  databaseDirectUrl: string | undefined
  /** URL of a read replica. */
  databaseReadUrl: string | undefined
  /** Number of server processes on this machine. */
  workers: number
  /** Username of the first administrator. */
  adminUsername: string
  /** Undefined: the password is generated at the first start and printed once. */
  adminPassword: string | undefined
  /** Undefined: the key is stored in a file in the data folder. */
  secretKey: string | undefined
  /** Undefined: mail is stored in the outbox but not sent. */
  smtpUrl: string | undefined
  mailFrom: string | undefined
  /** Maximum number of mails of all sites per day (UTC); 0: no limit. */
  mailBudgetPerDay: number
  /** Undefined: mails of tenant sites name no contact for reports of abuse. */
  abuseContact: string | undefined
  /** Undefined: mail is not signed here. */
  dkim: DkimKey | undefined
  content: 'demo' | 'starter' | 'empty'
  /** Absolute path of a file with the main site's name and choices, read once, when its database is created. */
  siteConfig: string | undefined
  /** Absolute path; undefined: no scheduled backups. */
  backupFolder: string | undefined
  backupEveryHours: number
  backupKeep: number
  trustProxy: TrustProxy
  /** Adds `includeSubDomains` to the HSTS header of all sites. */
  hstsIncludeSubdomains: boolean
  /** Grace period for requests in flight at shutdown. */
  stopWithinMs: number
  /** Whether tables are migrated while processes of an older version are connected. */
  migrateWhileOthersRun: boolean
  /** Undefined: the DNS servers of the machine. */
  dnsServers: readonly string[] | undefined
  /** Undefined: bounce reports are not accepted. */
  mailEventsToken: string | undefined
  /** Undefined: posts are not sent to an outside spam checker. */
  spamCheckUrl: string | undefined
  /** `ip:port` of private targets that webhooks may call. */
  webhookPrivateTargets: readonly string[]
  apiDocs: 'public' | 'admin' | 'off'
  /** Whether `/healthz` includes memory and cache statistics. */
  healthDetails: boolean
  limits: RequestLimits
  watch: WatchConfig
  logLevel: string
}

/**
 * Reads and validates all settings.
 * @param env usually `process.env`
 * @throws Error with one line per invalid setting: its name and what it expects; or for a combination: several WORKERS without
 * DATABASE_URL, or a database URL without an encryption setting
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(env)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
    const shape: Record<string, z.ZodType> = Environment.shape
    const lines = names.map((name) => `${name} must be ${shape[name]?.description}.`)
    throw new Error(lines.join('\n'))
  }
  const settings = parsed.data
  if (settings.WORKERS > 1 && settings.DATABASE_URL === undefined) throw new Error(oneProcessMessage(settings.WORKERS))
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const) {
    const url = settings[name]
    if (url !== undefined && !hasEncryptionSetting(url)) throw new Error(encryptionMessage(name))
  }
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL === undefined ? undefined : new URL(settings.PUBLIC_URL).origin,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL,
    databaseReadUrl: settings.DATABASE_READ_URL,
    workers: settings.WORKERS,
    adminUsername: settings.ADMIN_USERNAME,
    adminPassword: settings.ADMIN_PASSWORD,
    secretKey: settings.SECRET_KEY,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    mailBudgetPerDay: settings.MAIL_BUDGET_PER_DAY,
    abuseContact: settings.ABUSE_CONTACT,
    dkim: toDkimKey(settings),
    content: settings.CONTENT,
    siteConfig: settings.SITE_CONFIG === undefined ? undefined : resolve(settings.SITE_CONFIG),
    backupFolder: settings.BACKUP_FOLDER === undefined ? undefined : resolve(settings.BACKUP_FOLDER),
    backupEveryHours: settings.BACKUP_EVERY_HOURS,
    backupKeep: settings.BACKUP_KEEP,
    trustProxy: settings.TRUST_PROXY,
    hstsIncludeSubdomains: settings.HSTS_INCLUDE_SUBDOMAINS === 'true',
    stopWithinMs: settings.STOP_WITHIN_SECONDS * 1000,
    migrateWhileOthersRun: settings.MIGRATE_WHILE_OTHERS_RUN === 'true',
    dnsServers: settings.DNS_SERVERS,
    mailEventsToken: settings.MAIL_EVENTS_TOKEN,
    spamCheckUrl: settings.SPAM_CHECK_URL,
    webhookPrivateTargets: settings.WEBHOOK_PRIVATE_TARGETS ?? [],
    apiDocs: settings.API_DOCS,
    healthDetails: settings.HEALTH_DETAILS === 'true',
    limits: toLimits(settings),
    watch: toWatchConfig(settings),
    logLevel: settings.LOG_LEVEL,
  }
}
