import { withReferenceValues } from '#features/figures/figure.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { notFound } from '#platform/contract/errors.ts'
import { renderMarkdown } from '#platform/markdown/markdown.ts'
import { toPlainText } from '#platform/markdown/plain-text.ts'
import { truncateText } from '#wording/cut-text.ts'
import type { PastIssue, PastIssueText } from './archive.contract.ts'
import * as queries from './archive.queries.ts'
import type { IssueEntry } from '#features/newsletter/issues/issue.contract.ts'
import { composeIssue } from '#features/newsletter/issues/issue.policy.ts'

const MAX_SUMMARY_LENGTH = 160

export const listPastIssues = (ctx: Context, paging: Paging): Promise<ListResult<PastIssue>> => queries.listPastIssueRows(ctx, paging)

export async function getPastIssue(ctx: Context, id: number): Promise<PastIssueText> {
  const row = await queries.findPastIssue(ctx, id)
  if (!row) throw notFound('issue')
  const { intro, entries, ...issue } = row
  const markdown = await withReferenceValues(ctx, composeIssue({ intro, entries: JSON.parse(entries) as IssueEntry[] }))
  return {
    ...issue,
    html: await renderMarkdown(ctx, markdown, 'site'),
    summary: truncateText(toPlainText(markdown, MAX_SUMMARY_LENGTH), MAX_SUMMARY_LENGTH),
  }
}
