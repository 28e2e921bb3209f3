/** Exports records as Markdown and PDF. */
import type { Context } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import { toSlug } from '#platform/text/slug.client.ts'
import { dutyOf, DUTY_KEYS, KIT_TITLE, type DutyKey } from './duties.policy.ts'
import { buildDutyDocument, buildKitCover, describeState, type DocumentBlock, type DocumentInput } from './duty-document.policy.ts'
import { toMarkdown } from './duty-markdown.ts'
import { renderPdf } from './duty-pdf.service.ts'
import { isSigned, listCurrentFacts, parseAnswers, parseFacts, type SignedRow } from './duty.service.ts'
import * as queries from './duty.queries.ts'
import type { DutyRow } from './duty.queries.ts'
import { toUtcDay } from '#wording/iso-day.ts'

export async function exportDutyMarkdown(ctx: Context, features: AllFeatures, duty: DutyKey, number: number | undefined): Promise<string> {
  const input = await getDocumentInput(ctx, features, duty, number)
  nameFile(ctx, `${duty}-version-${input.number}`, 'md')
  return toMarkdown(buildDutyDocument(input))
}

export async function exportDutyPdf(ctx: Context, features: AllFeatures, duty: DutyKey, number: number | undefined): Promise<Buffer> {
  const input = await getDocumentInput(ctx, features, duty, number)
  nameFile(ctx, `${duty}-version-${input.number}`, 'pdf')
  return renderPdf([buildDutyDocument(input)], getPdfOptions(ctx, dutyOf(duty).title))
}

export async function exportKitMarkdown(ctx: Context, features: AllFeatures): Promise<string> {
  const documents = await buildKit(ctx, features)
  nameFile(ctx, `legal-duties-${toUtcDay()}`, 'md')
  return documents.map(toMarkdown).join('\n---\n\n')
}

export async function exportKitPdf(ctx: Context, features: AllFeatures): Promise<Buffer> {
  const documents = await buildKit(ctx, features)
  nameFile(ctx, `legal-duties-${toUtcDay()}`, 'pdf')
  return renderPdf(documents, getPdfOptions(ctx, KIT_TITLE))
}

const getPdfOptions = ({ site: { settings } }: Context, title: string) => ({
  title,
  siteName: settings.name,
  language: settings.language,
  createdAt: new Date(),
})

function nameFile(ctx: Context, name: string, extension: 'md' | 'pdf'): void {
  const site = toSlug(ctx.site.settings.name) || 'site'
  ctx.headers?.set('content-disposition', `attachment; filename="${site}-${name}.${extension}"`)
  ctx.headers?.set('cache-control', 'no-store')
}

/** @throws AppError 404 if there is neither such a version nor a draft */
async function getDocumentInput(ctx: Context, features: AllFeatures, duty: DutyKey, number: number | undefined): Promise<DocumentInput> {
  const rows = await queries.listRowsOf(ctx, duty)
  const signed = rows.filter(isSigned)
  const chosen = number === undefined ? rows[0] : signed.find((row) => row.number === number)
  if (!chosen) throw notFound(number === undefined ? 'draft' : 'version')
  return isSigned(chosen) ? toSignedInput(ctx, duty, chosen) : toDraftInput(ctx, features, duty, chosen, signed[0])
}

const toSignedInput = (ctx: Context, duty: DutyKey, row: SignedRow): DocumentInput => ({
  ...getSiteInput(ctx),
  duty,
  number: row.number,
  answers: parseAnswers(row),
  facts: parseFacts(row),
  factsAt: row.signed_at,
  signature: {
    name: row.signatory_name ?? '',
    role: row.signatory_role ?? '',
    signedAt: row.signed_at,
    reviewDueAt: row.review_due_at,
  },
})

const toDraftInput = async (
  ctx: Context,
  features: AllFeatures,
  duty: DutyKey,
  row: DutyRow,
  lastSigned: SignedRow | undefined,
): Promise<DocumentInput> => ({
  ...getSiteInput(ctx),
  duty,
  number: row.number,
  answers: parseAnswers(row),
  facts: await listCurrentFacts(ctx, features, duty, lastSigned),
  factsAt: new Date().toISOString(),
  signature: null,
})

const getSiteInput = ({ site: { settings } }: Context) => ({ siteName: settings.name, language: settings.language })

/** Builds a cover and the latest signed version of each duty, or its draft if none is signed. */
async function buildKit(ctx: Context, features: AllFeatures): Promise<DocumentBlock[][]> {
  const { siteName, language } = getSiteInput(ctx)
  const states: { label: string; value: string }[] = []
  const documents: DocumentBlock[][] = []
  for (const duty of DUTY_KEYS) {
    const rows = await queries.listRowsOf(ctx, duty)
    const [signed] = rows.filter(isSigned)
    const [draft] = rows
    const input = signed ? toSignedInput(ctx, duty, signed) : draft && (await toDraftInput(ctx, features, duty, draft, undefined))
    states.push({ label: dutyOf(duty).title, value: input ? describeState(input) : 'Not started' })
    if (input) documents.push(buildDutyDocument(input))
  }
  return [buildKitCover(siteName, language, new Date().toISOString(), states), ...documents]
}
