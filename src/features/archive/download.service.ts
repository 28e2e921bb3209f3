/** Downloads the archive. Downloads are recorded in the audit log; archives with password hashes require re-authentication. */
import type { Readable } from 'node:stream'
import { reauthenticate, requireViewer } from '#features/accounts/passwords/reauthentication.service.ts'
import { findToken, issueToken, consumeToken } from '#features/accounts/passwords/token.service.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { AppError, forbidden } from '#platform/contract/errors.ts'
import type { ArchiveTables } from './archive-tables.ts'
import type { ArchiveTicket } from './archive.contract.ts'
import { writeArchive } from './archive.service.ts'
import { normalizeText } from '#wording/normalize-text.ts'
import { toUtcDay } from '#wording/iso-day.ts'

const TOKEN_PURPOSE = 'archive'
const TICKET_VALIDITY_MS = 60_000
/** The number of downloads is limited, as each holds a database connection for as long as the client reads. */
const MAX_CONCURRENT_DOWNLOADS = 3
const RETRY_AFTER_SECONDS = 60

/**
 * Ids of the sites that are being downloaded; each site has one download at a time. Tenant sites have a separate limit, so that their
 * administrators cannot block the download of the main site.
 */
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- downloads in progress
const activeDownloads = { main: new Set<string>(), copies: new Set<string>() }

/** Issues a ticket. @throws AppError 403 if the password is wrong, which counts as a failed sign-in */
export async function createArchiveTicket(ctx: Context, password: string): Promise<ArchiveTicket> {
  const { id, email } = await reauthenticate(ctx, password, 'password')
  return { ticket: await issueToken(ctx, { purpose: TOKEN_PURPOSE, userId: id, email: email ?? '' }, TICKET_VALIDITY_MS) }
}

/**
 * Starts a download.
 * @param ticket undefined: the archive has no password hashes
 * @throws AppError 503 while the site, or too many sites, are being downloaded; 403 if the ticket is not valid
 */
export async function downloadArchive(ctx: Context, ticket: string | undefined, tables: ArchiveTables): Promise<Readable> {
  const { id } = ctx.site
  const activeSiteIds = activeDownloads[ctx.installation ? 'main' : 'copies']
  if (activeSiteIds.has(id)) throw makeBusyError('This site is already being downloaded.')
  if (activeSiteIds.size >= MAX_CONCURRENT_DOWNLOADS) throw makeBusyError('Too many sites are being downloaded at the moment.')
  activeSiteIds.add(id)
  try {
    const includePasswords = ticket !== undefined
    if (includePasswords) await spendTicket(ctx, ticket)
    const { name } = ctx.site.settings
    await recordAudit(ctx, {
      action: 'site.download',
      subject: { type: 'site', id: null, title: name },
      after: { passwords: includePasswords },
    })
    const archive = await writeArchive(ctx, includePasswords, tables)
    archive.once('close', () => activeSiteIds.delete(id))
    ctx.headers?.set('content-disposition', `attachment; filename="${toFileName(name)}"`)
    ctx.headers?.set('cache-control', 'no-store')
    return archive
  } catch (error) {
    activeSiteIds.delete(id)
    throw error
  }
}

/** The ticket is valid once, and only for the administrator who created it. */
async function spendTicket(ctx: Context, ticket: string): Promise<void> {
  const token = await findToken(ctx, TOKEN_PURPOSE, ticket)
  if (token?.userId !== requireViewer(ctx).id || !(await consumeToken(ctx, ticket)))
    throw forbidden('archive.ticket', 'This download link has been used or has expired. Please request a new one in the settings.')
}

const makeBusyError = (reason: string) =>
  new AppError(503, 'archive.busy', `${reason} Please try again in a minute.`, undefined, RETRY_AFTER_SECONDS)

function toFileName(name: string): string {
  const asciiName = normalizeText(name, 'NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${asciiName || 'site'}-${toUtcDay()}.zip`
}
