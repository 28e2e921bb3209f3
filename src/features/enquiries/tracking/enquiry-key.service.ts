/** Issues and checks the keys to enquiries, such as `12~…`. Each mail has a new random key, of which only the hash is stored. */
import { findToken, issueToken, removeTokensOfEmail } from '#features/accounts/passwords/token.service.ts'
import { mailLink } from '#features/mail/mail.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { AppError } from '#platform/contract/errors.ts'

const YEAR_MS = 365 * 86_400_000
const getPurpose = (id: number) => `enquiry:${id}`

/** @returns the URL of the customer's page, with a new key */
export async function issueEnquiryLink(ctx: Pick<Context, 'db' | 'caller'>, { id, email }: { id: number; email: string }): Promise<string> {
  const key = await issueToken(ctx, { purpose: getPurpose(id), userId: null, email }, YEAR_MS)
  return mailLink(ctx, `/enquiry-status/${id}~${key}`)
}

/** @returns the id and the email address of the enquiry to which the key gives access. @throws AppError 404 for an invalid or expired key */
export async function readEnquiryKey(ctx: Pick<Context, 'db'>, key: string): Promise<{ id: number; email: string }> {
  const [, idText = '', token = ''] = /^([1-9]\d{0,8})~([\w-]{43})$/.exec(key) ?? []
  const id = Number(idText)
  const email = token && (await findToken(ctx, getPurpose(id), token))?.email
  if (!email) throw unknownLinkError()
  return { id, email }
}

export const unknownLinkError = () => new AppError(404, 'enquiry.link_unknown', 'This link is no longer valid.')

export const removeEnquiryKeys = (ctx: Pick<Context, 'db'>, { id, email }: { id: number; email: string }): Promise<void> =>
  removeTokensOfEmail(ctx, getPurpose(id), email.toLowerCase())
