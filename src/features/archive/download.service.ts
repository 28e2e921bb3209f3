/** Who takes the site along: noted in the audit log, and asked for the password once more where password hashes go too. */
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
/** Each reads the site for as long as its receiver takes, on a connection of its own. */
const MAX_CONCURRENT = 3
const AGAIN_SECONDS = 60

/**
 * The sites that are being downloaded, each once: no site keeps the places from the others. Copies are counted apart:
 * whoever launches some is their administrator, and keeps no place from the main site's.
 */
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- downloads that are under way
const underWay = { main: new Set<string>(), copies: new Set<string>() }

/** @throws AppError 403 when it is not the viewer's password; wrong ones count as when signing in */
export async function createArchiveTicket(ctx: Context, password: string): Promise<ArchiveTicket> {
  const { id, email } = await reauthenticate(ctx, password, 'password')
  return { ticket: await issueToken(ctx, { purpose: PURPOSE, userId: id, email: email ?? '' }, TICKET_MS) }
}

/** @param ticket absent: without password hashes */
export async function downloadArchive(ctx: Context, ticket: string | undefined, tables: ArchiveTables): Promise<Readable> {
  const { id } = ctx.site
  const places = underWay[ctx.installation ? 'main' : 'copies']
  if (places.has(id)) throw busy('This site is being downloaded just now.')
  if (places.size >= MAX_CONCURRENT) throw busy('Several sites are being downloaded just now.')
  places.add(id)
  try {
    const passwords = ticket !== undefined
    if (passwords) await spendTicket(ctx, ticket)
    const { name } = ctx.site.settings
    await recordAudit(ctx, { action: 'site.download', subject: { type: 'site', id: null, title: name }, after: { passwords } })
    const archive = await writeArchive(ctx, passwords, tables)
    archive.once('close', () => places.delete(id))
    ctx.headers?.set('content-disposition', `attachment; filename="${fileNameOf(name)}"`)
    ctx.headers?.set('cache-control', 'no-store')
    return archive
  } catch (fault) {
    places.delete(id)
    throw fault
  }
}

/** It is of use to nobody but whoever typed the password. */
async function spendTicket(ctx: Context, ticket: string): Promise<void> {
  const found = await findToken(ctx, PURPOSE, ticket)
  if (found?.userId !== requireViewer(ctx).id || !(await consumeToken(ctx, ticket)))
    throw forbidden('archive.ticket', 'This download link was used, or its minute is over. Please ask for it again in the settings.')
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
