/** Shows an issue of the newsletter that was sent. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { NewsletterForm } from '#features/newsletter/newsletter-form.tsx'
import { pastIssueQuery, type PastIssueText } from '#features/newsletter/issues/archive/archive.client.ts'
import { ApiError, failureReason } from '#platform/client/api.client.ts'
import { ReadingText } from '#site/articles/text/reading-text.tsx'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { NotFoundPage } from '#site/shell/not-found.tsx'
import { Breadcrumb } from '#ui/text/breadcrumb.tsx'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { prepareArticleHtml } from '#ui/text/long-text.ts'
import { Spinner } from '#ui/states/spinner.tsx'
import { LongDate } from '#ui/text/time.tsx'
import { truncateText } from '#wording/cut-text.ts'
import * as styles from './past-issues.module.css'

export default function IssuePage() {
  const { id = '' } = useParams()
  const issue = useQuery(pastIssueQuery(id))
  if (issue.isPending) return <Spinner label="Loading the issue" />
  if (issue.error instanceof ApiError && [400, 404].includes(issue.error.status)) return <NotFoundPage />
  if (issue.isError)
    return (
      <ErrorState
        title="This issue could not be loaded"
        text={failureReason(issue.error)}
        action={<Button onClick={() => void issue.refetch()}>Try again</Button>}
      />
    )
  return <IssueView issue={issue.data} />
}

function IssueView({ issue: { id, subject, publishedAt, html, summary } }: { issue: PastIssueText }) {
  const preparedHtml = useMemo(() => prepareArticleHtml(html).html, [html])
  const crumbs = [
    { label: 'Home', to: paths.home() },
    { label: 'Newsletter', to: paths.newsletter() },
    { label: truncateText(subject, 60), fullName: subject },
  ]
  return (
    <article className={`container ${styles.issue}`}>
      <PageMeta
        title={subject}
        description={summary}
        canonical={paths.issue(id)}
        kind="article"
        facts={{ 'article:published_time': publishedAt }}
        feed={{ title: 'Newsletter', subject: { newsletter: true } }}
      />
      <Breadcrumb items={crumbs} />
      <header>
        <h1>{subject}</h1>
        <p>
          Newsletter, <LongDate date={publishedAt} />
        </p>
      </header>
      <ReadingText html={preparedHtml} />
      <section className={styles.issueForm} aria-labelledby="get-the-next">
        <h2 id="get-the-next">Get the next one</h2>
        <NewsletterForm />
      </section>
    </article>
  )
}
