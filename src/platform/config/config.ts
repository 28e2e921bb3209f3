/** Settings from the environment, read once at start. A wrong one stops the start with its name and what it expects. */
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
  PORT: defineSetting(wholeNumber(65_535).default(3000), 'a port number from 0 to 65535', 'The port it listens on; 0 takes a free one.'),
  HOST: defineSetting(
    z.string().default('127.0.0.1'),
    'an address to listen on',
    'The address it listens on; 0.0.0.0 is all of the machine.',
  ),
  PUBLIC_URL: defineSetting(
    z
      .url({ protocol: /^https?$/ })
      .refine(isOrigin)
      .optional(),
    'an address without a path or anything else behind the host, such as https://example.org',
    'The address people use: links carry it, and only with it do copies have domain names of their own.',
  ),
  DATA_DIR: defineSetting(z.string().default('./data'), 'a folder', 'Where the embedded database, its uploaded pictures and the key lie.'),
  DATABASE_URL: defineSetting(
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'postgres://user:password@host:port/database',
    'A PostgreSQL server in place of the embedded database.',
  ),
  DATABASE_DIRECT_URL: defineSetting(
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'postgres://user:password@host:port/database',
    'The same server without the pooler (pgbouncer) that DATABASE_URL leads to; only where there is one.',
  ),
  DATABASE_READ_URL: defineSetting(
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'postgres://user:password@host:port/database',
    'A server that follows the first by streaming replication; what everybody may read is read there.',
  ),
  WORKERS: defineSetting(
    z.coerce.number().int().min(1).max(64).default(1),
    'a number of processes from 1 to 64',
    'How many processes answer on this machine; more than one needs DATABASE_URL.',
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
    'Their password; without it one is made at the first start and printed once.',
  ),
  SECRET_KEY: defineSetting(
    z.string().min(32).max(1000).optional(),
    '32 characters or more',
    'Seals one-time-code secrets in the database; without it a file secret.key in DATA_DIR does.',
  ),
  ...MAIL_SETTINGS,
  ...DKIM_SETTINGS,
  CONTENT: defineSetting(
    z.enum(['demo', 'starter', 'empty']).default('demo'),
    'demo, starter or empty',
    'What a new main site starts with.',
  ),
  SITE_CONFIG: defineSetting(
    z.string().max(4096).optional(),
    'the path of a site.json',
    'The main site’s name and choices, read once, when it is first filled.',
  ),
  BACKUP_FOLDER: defineSetting(
    z.string().max(4096).optional(),
    'a folder',
    'Where backups of the whole installation are written by themselves; without it none is.',
  ),
  BACKUP_EVERY_HOURS: defineSetting(
    z.coerce.number().int().min(1).max(720).default(24),
    'a number of hours from 1 to 720',
    'How long after one backup the next is made.',
  ),
  BACKUP_KEEP: defineSetting(
    z.coerce.number().int().min(1).max(1000).default(7),
    'a number from 1 to 1000',
    'How many backups are kept; older ones go.',
  ),
  TRUST_PROXY: defineSetting(
    trustProxySetting.default(false),
    'true for one proxy in front, false for none, a number of proxies up to 16, or their addresses and networks such as 10.0.0.1,2001:db8::/32',
    'Whose word on a visitor’s address is believed.',
  ),
  HSTS_INCLUDE_SUBDOMAINS: defineSetting(
    z.enum(['true', 'false']).default('false'),
    'true or false',
    'Whether browsers use https for every name below the main site’s, too.',
  ),
  STOP_WITHIN_SECONDS: defineSetting(
    z.coerce.number().int().min(1).max(600).default(30),
    'a number of seconds from 1 to 600',
    'How long requests under way may take to end when the server is told to stop.',
  ),
  DNS_SERVERS: defineSetting(
    z
      .string()
      .transform((text) => text.split(',').map((one) => one.trim()))
      .refine(areDnsServers)
      .optional(),
    'addresses of name servers such as 192.0.2.1,192.0.2.2:5353',
    'The name servers that are asked whether a copy’s domain name is its owner’s; without it the machine’s own.',
  ),
  MAIL_EVENTS_TOKEN: defineSetting(
    z.string().min(20).max(200).optional(),
    '20 characters or more',
    'With it a mail server or provider may report mails that came back; without it nobody may.',
  ),
  WEBHOOK_PRIVATE_TARGETS: defineSetting(
    z
      .string()
      .transform((text) => text.split(',').map((one) => one.trim()))
      .refine((targets) => targets.every((one) => /^(\d+\.\d+\.\d+\.\d+|\[[\da-f:]+\]):\d+$/i.test(one)))
      .optional(),
    'addresses with ports such as 127.0.0.1:8080,[::1]:8080',
    'What webhooks may call though it is not on the public internet, and without https: for development.',
  ),
  API_DOCS: defineSetting(
    z.enum(['public', 'admin', 'off']).default('public'),
    'public, admin or off',
    'Who may read the API’s description at /api/docs and /api/openapi.json: everybody, administrators, or nobody.',
  ),
  HEALTH_DETAILS: defineSetting(
    z.enum(['true', 'false']).default('false'),
    'true or false',
    'Whether /healthz also tells, to anybody, how much memory is used and how many answers are kept.',
  ),
  MIGRATE_WHILE_OTHERS_RUN: defineSetting(
    z.enum(['true', 'false']).default('false'),
    'true or false',
    'Whether an update changes the tables of a PostgreSQL server while an older version still serves them; the older then ends itself.',
  ),
  ...LIMIT_SETTINGS,
  ...WATCH_SETTINGS,
  LOG_LEVEL: defineSetting(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'trace, debug, info, warn, error, fatal or silent',
    'How much is logged.',
  ),
})

export interface ConfigSetting {
  name: string
  /** What it is for, in a line. */
  meaning: string
  /** What a good value is. */
  expects: string
  /** As it would be written; undefined when there is none. */
  default: string | undefined
  isRequired: boolean
}

export const CONFIG_SETTINGS: readonly ConfigSetting[] = Object.entries<z.ZodType>(Environment.shape).map(([name, schema]) => {
  const { title = '', description = '' } = schema.meta() ?? {}
  const absent = schema.safeParse(undefined)
  const value = absent.data === undefined ? undefined : String(absent.data)
  return { name, meaning: title, expects: description, default: value, isRequired: !absent.success }
})

export interface Config {
  port: number
  host: string
  /** Without a trailing slash; absent on a first try on one's own machine. */
  publicUrl: string | undefined
  /** Absolute. */
  dataDir: string
  databaseUrl: string | undefined
  /** Of the same server without a pooler; absent where there is none. */
  databaseDirectUrl: string | undefined
  /** Of a server that follows it. */
  databaseReadUrl: string | undefined
  /** Processes on this machine. */
  workers: number
  /** The first administrator. */
  adminUsername: string
  /** Absent: one is made at the first start and printed once. */
  adminPassword: string | undefined
  /** Absent: it is a file in the data folder. */
  secretKey: string | undefined
  /** Absent: mail is kept in an outbox. */
  smtpUrl: string | undefined
  mailFrom: string | undefined
  /** Mails of all sites in a day; 0: no limit. */
  mailBudgetPerDay: number
  /** Absent: mails of copies name no address for reports of abuse. */
  abuseContact: string | undefined
  /** Absent: mail is not signed here. */
  dkim: DkimKey | undefined
  content: 'demo' | 'starter' | 'empty'
  /** A file with the main site's name and choices, read once when the site is first filled; absolute. */
  siteConfig: string | undefined
  /** Absolute; absent: no backup is made by itself. */
  backupFolder: string | undefined
  backupEveryHours: number
  backupKeep: number
  /** The proxies in front whose word is believed. */
  trustProxy: TrustProxy
  /** Whether browsers are told to use https for every name below the main site's, too. */
  hstsIncludeSubdomains: boolean
  /** How long requests under way may take when the server stops. */
  stopWithinMs: number
  /** Whether tables are migrated while processes of an older version are connected. */
  migrateWhileOthersRun: boolean
  /** Name servers to ask about domain names; absent: the machine's own. */
  dnsServers: readonly string[] | undefined
  /** Absent: nobody may report mails that came back. */
  mailEventsToken: string | undefined
  /** Address and port of what webhooks may call beside the public internet. */
  webhookPrivateTargets: readonly string[]
  /** Who may read the API's description. */
  apiDocs: 'public' | 'admin' | 'off'
  /** Whether `/healthz` tells more than that the process runs. */
  healthDetails: boolean
  /** Of connections, of the database, and of the process itself. */
  limits: RequestLimits
  /** What is told of the process. */
  watch: WatchConfig
  logLevel: string
}

/**
 * @param env usually `process.env`
 * @throws Error with one line per wrong setting: its name and what it expects
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(env)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
    const shape: Record<string, z.ZodType> = Environment.shape
    const lines = names.map((name) => `${name} must be ${shape[name]?.description}.`)
    throw new Error(lines.join('\n'))
  }
  const e = parsed.data
  if (e.WORKERS > 1 && e.DATABASE_URL === undefined) throw new Error(oneProcessMessage(e.WORKERS))
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const) {
    const url = e[name]
    if (url !== undefined && !hasEncryptionSetting(url)) throw new Error(encryptionMessage(name))
  }
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl: e.PUBLIC_URL === undefined ? undefined : new URL(e.PUBLIC_URL).origin,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    databaseDirectUrl: e.DATABASE_DIRECT_URL,
    databaseReadUrl: e.DATABASE_READ_URL,
    workers: e.WORKERS,
    adminUsername: e.ADMIN_USERNAME,
    adminPassword: e.ADMIN_PASSWORD,
    secretKey: e.SECRET_KEY,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    mailBudgetPerDay: e.MAIL_BUDGET_PER_DAY,
    abuseContact: e.ABUSE_CONTACT,
    dkim: toDkimKey(e),
    content: e.CONTENT,
    siteConfig: e.SITE_CONFIG === undefined ? undefined : resolve(e.SITE_CONFIG),
    backupFolder: e.BACKUP_FOLDER === undefined ? undefined : resolve(e.BACKUP_FOLDER),
    backupEveryHours: e.BACKUP_EVERY_HOURS,
    backupKeep: e.BACKUP_KEEP,
    trustProxy: e.TRUST_PROXY,
    hstsIncludeSubdomains: e.HSTS_INCLUDE_SUBDOMAINS === 'true',
    stopWithinMs: e.STOP_WITHIN_SECONDS * 1000,
    migrateWhileOthersRun: e.MIGRATE_WHILE_OTHERS_RUN === 'true',
    dnsServers: e.DNS_SERVERS,
    mailEventsToken: e.MAIL_EVENTS_TOKEN,
    webhookPrivateTargets: e.WEBHOOK_PRIVATE_TARGETS ?? [],
    apiDocs: e.API_DOCS,
    healthDetails: e.HEALTH_DETAILS === 'true',
    limits: toLimits(e),
    watch: toWatchConfig(e),
    logLevel: e.LOG_LEVEL,
  }
}
