/** An issue as a mail: rendered once for all readers; the links that differ for each reader are inserted when it is sent. */
import { randomUUID } from 'node:crypto'
import { withFigures } from '#features/figures/figure.service.ts'
import { renderMailHtml, toMailSite } from '#features/mail/mail-preview.service.ts'
import { namedLinkBlock, richBlock, toMailText, type MailContent } from '#features/mail/mail-template.service.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { renderDraft } from '#platform/markdown/markdown.ts'
import { composeIssue, toIssueText, type IssueText } from '#features/newsletter/issues/issue.policy.ts'

/**
 * Placeholders for the links that differ for each reader. The mark is random for each rendering and is drawn after the text was written, so no
 * text of a member or an administrator can contain it and be filled with a reader's secret link. RFC 6761 reserves `.invalid`.
 */
const leavePlaceholder = (mark: string) => `https://leave.${mark}.invalid/`
const choosePlaceholder = (mark: string) => `https://choose.${mark}.invalid/`

export interface IssueMail {
  html: string
  text: string
  /** The part of the placeholders that no text can contain. */
  mark: string
}

interface IssueToWrite extends IssueText {
  subject: string
}

/** @param issueId of one that has a page of its own; null for what is not to be in the archive yet */
export async function writeIssueContent(
  ctx: Pick<Context, 'site' | 'db' | 'log'>,
  origin: string,
  { subject, ...text }: IssueToWrite,
  issueId: number | null,
  chooseUrl: string,
): Promise<MailContent> {
  const markdown = await withFigures(ctx, composeIssue(text))
  const html = (await renderDraft(ctx, markdown, 'site')).html.replace(
    / href="(\/[^"]*)"/g,
    (_, path: string) => ` href="${origin}${path}"`,
  )
  return {
    subject,
    blocks: [
      richBlock(html, toIssueText(markdown, origin)),
      ...(issueId === null ? [] : [namedLinkBlock('Read it on the site', origin + pathTo('/newsletter/:id', { id: issueId }))]),
      namedLinkBlock('Choose what you get', chooseUrl),
    ],
  }
}

/** The mail of all readers, with placeholders for the links that differ for each reader. */
export async function writeIssueMail(
  ctx: Pick<Context, 'site' | 'db' | 'log'>,
  origin: string,
  issue: IssueToWrite,
  issueId: number | null,
): Promise<IssueMail> {
  const mark = randomUUID()
  const written = await writeIssueContent(ctx, origin, issue, issueId, choosePlaceholder(mark))
  const content = { ...written, unsubscribeUrl: leavePlaceholder(mark) }
  return { html: renderMailHtml(content, toMailSite(ctx.site)), text: toMailText(content), mark }
}

/** The mail as one reader gets it. */
export function personalize({ html, text, mark }: IssueMail, leaveUrl: string, chooseUrl: string): Omit<IssueMail, 'mark'> {
  const fill = (words: string) =>
    words.replaceAll(leavePlaceholder(mark), () => leaveUrl).replaceAll(choosePlaceholder(mark), () => chooseUrl)
  return { html: fill(html), text: fill(text) }
}
