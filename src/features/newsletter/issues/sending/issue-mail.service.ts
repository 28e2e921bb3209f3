/** Renders an issue once for all subscribers; per-subscriber links are inserted when sending. */
import { randomUUID } from 'node:crypto'
import { withReferenceValues } from '#features/figures/figure.service.ts'
import { renderMailHtml, toMailSite } from '#features/mail/mail-preview.service.ts'
import { namedLinkBlock, richBlock, toMailText, type MailContent } from '#features/mail/mail-template.service.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { renderDraft } from '#platform/markdown/markdown.ts'
import { composeIssue, toIssueText, type IssueText } from '#features/newsletter/issues/issue.policy.ts'

/**
 * Returns the placeholder for a per-subscriber link. The mark is random for each rendering, so no text written before can contain a valid
 * placeholder, which would be replaced by a secret link. RFC 6761 reserves `.invalid`.
 */
const unsubscribePlaceholder = (mark: string) => `https://leave.${mark}.invalid/`
const preferencesPlaceholder = (mark: string) => `https://choose.${mark}.invalid/`

export interface IssueMail {
  html: string
  text: string
  /** Random part of the placeholders. */
  mark: string
}

interface IssueToWrite extends IssueText {
  subject: string
}

/** @param issueId id for the link to the archive page; null: the mail contains no such link, as in test mails */
export async function writeIssueContent(
  ctx: Pick<Context, 'site' | 'db' | 'log'>,
  origin: string,
  { subject, ...text }: IssueToWrite,
  issueId: number | null,
  preferencesUrl: string,
): Promise<MailContent> {
  const markdown = await withReferenceValues(ctx, composeIssue(text))
  const html = (await renderDraft(ctx, markdown, 'site')).html.replace(
    / href="(\/[^"]*)"/g,
    (_, path: string) => ` href="${origin}${path}"`,
  )
  return {
    subject,
    blocks: [
      richBlock(html, toIssueText(markdown, origin)),
      ...(issueId === null ? [] : [namedLinkBlock('Read it on the site', origin + pathTo('/newsletter/:id', { id: issueId }))]),
      namedLinkBlock('Newsletter preferences', preferencesUrl),
    ],
  }
}

/** Renders the mail with placeholders for per-subscriber links. */
export async function writeIssueMail(
  ctx: Pick<Context, 'site' | 'db' | 'log'>,
  origin: string,
  issue: IssueToWrite,
  issueId: number | null,
): Promise<IssueMail> {
  const mark = randomUUID()
  const written = await writeIssueContent(ctx, origin, issue, issueId, preferencesPlaceholder(mark))
  const content = { ...written, unsubscribeUrl: unsubscribePlaceholder(mark) }
  return { html: renderMailHtml(content, toMailSite(ctx.site)), text: toMailText(content), mark }
}

/** Replaces the placeholders with a subscriber's links. */
export function personalize({ html, text, mark }: IssueMail, unsubscribeUrl: string, preferencesUrl: string): Omit<IssueMail, 'mark'> {
  const insertLinks = (part: string) =>
    part.replaceAll(unsubscribePlaceholder(mark), () => unsubscribeUrl).replaceAll(preferencesPlaceholder(mark), () => preferencesUrl)
  return { html: insertLinks(html), text: insertLinks(text) }
}
