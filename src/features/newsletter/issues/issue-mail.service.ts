/** An issue as a mail: made once, for all; the links that are one reader's own are put in as it goes out. */
import { withFigures } from '#features/figures/figure.service.ts'
import { renderMailHtml } from '#features/mail/mail-preview.service.ts'
import { namedLinkBlock, richBlock, toMailText, type MailContent } from '#features/mail/mail-template.service.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import type { Context } from '#platform/context.ts'
import { renderDraft } from '#platform/markdown.ts'
import { composeIssue, toIssueText, type IssueText } from './issue.policy.ts'

/** Stands in an issue for what is each reader's own. No such host can be: RFC 6761. */
const LEAVE = 'https://leave.newsletter.invalid/'
const CHOOSE = 'https://choose.newsletter.invalid/'

export interface IssueMail {
  html: string
  text: string
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

/** For all readers, with marks for what is each one's own. */
export async function writeIssueMail(
  ctx: Pick<Context, 'site' | 'db' | 'log'>,
  origin: string,
  issue: IssueToWrite,
  issueId: number | null,
): Promise<IssueMail> {
  const content = { ...(await writeIssueContent(ctx, origin, issue, issueId, CHOOSE)), unsubscribeUrl: LEAVE }
  return { html: renderMailHtml(content, ctx.site.settings), text: toMailText(content) }
}

/** As one reader gets it. */
export function personalize({ html, text }: IssueMail, leaveUrl: string, chooseUrl: string): IssueMail {
  const fill = (words: string) => words.replaceAll(LEAVE, leaveUrl).replaceAll(CHOOSE, chooseUrl)
  return { html: fill(html), text: fill(text) }
}
