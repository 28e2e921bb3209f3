/** Settings from the environment, read once at start. A wrong one stops the start with its name and what it expects. */
import { resolve } from 'node:path'
import { z } from './zod.ts'
import { readTrust, type TrustProxy } from './proxy.ts'

const whole = (most: number) => z.coerce.number().int().min(0).max(most)
const blankIsAbsent = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema)

/** An address, or a name with the address in angle brackets. */
const SENDER = /^([^<>\p{C}]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u

const trust = z.string().transform((text, { addIssue }) => {
  const found = readTrust(text)
  if (found === undefined) addIssue('no such proxy')
  return found ?? false
})

const Environment = z.object({
  PORT: blankIsAbsent(whole(65_535).default(3000)).describe('a port number from 0 to 65535'),
  HOST: blankIsAbsent(z.string().default('127.0.0.1')).describe('an address to listen on'),
  PUBLIC_URL: blankIsAbsent(z.url({ protocol: /^https?$/ }).optional()).describe('an address such as https://example.org'),
  DATA_DIR: blankIsAbsent(z.string().default('./data')).describe('a folder'),
  DATABASE_URL: blankIsAbsent(z.url({ protocol: /^postgres(ql)?$/ }).optional()).describe('postgres://user:password@host:port/database'),
  ADMIN_USERNAME: blankIsAbsent(
    z
      .string()
      .regex(/^[A-Za-z0-9_-]{3,30}$/)
      .default('admin'),
  ).describe('3 to 30 letters, digits, hyphens or underscores'),
  ADMIN_PASSWORD: blankIsAbsent(z.string().min(10).max(200).optional()).describe('10 to 200 characters'),
  SMTP_URL: blankIsAbsent(z.url({ protocol: /^smtps?$/ }).optional()).describe('smtp://user:password@host:port'),
  MAIL_FROM: blankIsAbsent(z.string().max(320).regex(SENDER).optional()).describe('a sender such as Net Zero <post@example.org>'),
  CONTENT: blankIsAbsent(z.enum(['demo', 'starter', 'empty']).default('demo')).describe('demo, starter or empty'),
  SITE_CONFIG: blankIsAbsent(z.string().max(4096).optional()).describe('the path of a site.json'),
  TRUST_PROXY: blankIsAbsent(trust.default(false)).describe(
    'true for one proxy in front, false for none, a number of proxies up to 16, or their addresses and networks such as 10.0.0.1,2001:db8::/32',
  ),
  HSTS_INCLUDE_SUBDOMAINS: blankIsAbsent(z.enum(['true', 'false']).default('false')).describe('true or false'),
  LOG_LEVEL: blankIsAbsent(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info')).describe(
    'trace, debug, info, warn, error, fatal or silent',
  ),
})

export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape)

export interface Config {
  port: number
  host: string
  /** Without a trailing slash; absent on a first try on one's own machine. */
  publicUrl: string | undefined
  /** Absolute. */
  dataDir: string
  databaseUrl: string | undefined
  /** The first administrator. */
  adminUsername: string
  /** Absent: one is made at the first start and printed once. */
  adminPassword: string | undefined
  /** Absent: mail is kept in an outbox. */
  smtpUrl: string | undefined
  mailFrom: string | undefined
  content: 'demo' | 'starter' | 'empty'
  /** A file with the main site's name and choices, read once when the site is first filled; absolute. */
  siteConfig: string | undefined
  /** The proxies in front whose word is believed. */
  trustProxy: TrustProxy
  /** Whether browsers are told to use https for every name below the main site's, too. */
  hstsIncludeSubdomains: boolean
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
    const lines = names.map((name) => `${name} must be ${Environment.shape[name as keyof typeof Environment.shape].description}.`)
    throw new Error(lines.join('\n'))
  }
  const e = parsed.data
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl: e.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    adminUsername: e.ADMIN_USERNAME,
    adminPassword: e.ADMIN_PASSWORD,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    content: e.CONTENT,
    siteConfig: e.SITE_CONFIG === undefined ? undefined : resolve(e.SITE_CONFIG),
    trustProxy: e.TRUST_PROXY,
    hstsIncludeSubdomains: e.HSTS_INCLUDE_SUBDOMAINS === 'true',
    logLevel: e.LOG_LEVEL,
  }
}
