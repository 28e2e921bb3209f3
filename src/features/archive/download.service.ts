/** Downloads of the archive: recorded in the audit log; archives with password hashes require re-authentication. */
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

const PURPOSE = 'archive'
const TICKET_MS = 60_000
/** Each download holds a database connection for as long as the client reads. */
const MAX_CONCURRENT = 3
const AGAIN_SECONDS = 60

/**
 * Ids of the sites that are being downloaded: one download per site. Launched sites have a separate limit, so that their administrators
 * cannot block the download of the main site.
 */
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- downloads in progress
const activeDownloads = { main: new Set<string>(), copies: new Set<string>() }

/** @throws AppError 403 if the password is wrong; counts as a failed sign-in */
export async function createArchiveTicket(ctx: Context, password: string): Promise<ArchiveTicket> {
  const { id, email } = await reauthenticate(ctx, password, 'password')
  return { ticket: await issueToken(ctx, { purpose: PURPOSE, userId: id, email: email ?? '' }, TICKET_MS) }
}

/**
 * @param ticket absent: without password hashes
 * @throws AppError 503 while the site, or too many sites, are being downloaded; 403 if the ticket is not valid
 */
export async function downloadArchive(ctx: Context, ticket: string | undefined, tables: ArchiveTables): Promise<Readable> {
  const { id } = ctx.site
  const active = activeDownloads[ctx.installation ? 'main' : 'copies']
  if (active.has(id)) throw busy('This site is already being downloaded.')
  if (active.size >= MAX_CONCURRENT) throw busy('Too many sites are being downloaded at the moment.')
  active.add(id)
  try {
    const passwords = ticket !== undefined
    if (passwords) await spendTicket(ctx, ticket)
    const { name } = ctx.site.settings
    await recordAudit(ctx, { action: 'site.download', subject: { type: 'site', id: null, title: name }, after: { passwords } })
    const archive = await writeArchive(ctx, passwords, tables)
    archive.once('close', () => active.delete(id))
    ctx.headers?.set('content-disposition', `attachment; filename="${fileNameOf(name)}"`)
    ctx.headers?.set('cache-control', 'no-store')
    return archive
  } catch (error) {
    active.delete(id)
    throw error
  }
}

/** The ticket is valid once, and only for the administrator who created it. */
async function spendTicket(ctx: Context, ticket: string): Promise<void> {
  const found = await findToken(ctx, PURPOSE, ticket)
  if (found?.userId !== requireViewer(ctx).id || !(await consumeToken(ctx, ticket)))
    throw forbidden('archive.ticket', 'This download link has been used or has expired. Please request a new one in the settings.')
}

const busy = (why: string) => new AppError(503, 'archive.busy', `${why} Please try again in a minute.`, undefined, AGAIN_SECONDS)

function fileNameOf(name: string): string {
  const plain = normalizeText(name, 'NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${plain || 'site'}-${new Date().toISOString().slice(0, 10)}.zip`
}
