/** Landing page for a link in an email. Acts when the button is pressed and not on the visit, because mail scanners open links. */
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ApiError } from '#platform/client/api.client.ts'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { LateNotice } from '#ui/states/late-notice.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { AuthLayout } from './auth-layout.tsx'

interface ConfirmLinkPageProps<Response> {
  title: string
  deck: string
  button: { label: string; busyLabel: string; variant?: 'danger' }
  action: (token: string) => Promise<Response>
  /** Start of the sentence that explains why a link no longer works. ", or the link is incomplete." follows it. */
  staleText: string
  describeResult: (response: Response) => { title: string; text: ReactNode }
}

const MIN_TOKEN_LENGTH = 20

/** Reads the token from the URL's fragment, so that it is not sent to the server before the button is pressed. */
export function ConfirmLinkPage<Response>({ title, deck, button, action, staleText, describeResult }: ConfirmLinkPageProps<Response>) {
  const token = useLocation().hash.slice(1)
  const isMounted = useMounted()
  const { mutate, data, error, isPending } = useMutation({ mutationFn: action })
  const isStale = isMounted && (token.length < MIN_TOKEN_LENGTH || (error instanceof ApiError && [400, 404].includes(error.status)))
  const result = data && describeResult(data)

  return (
    <AuthLayout title={title} deck={result || isStale ? undefined : deck}>
      {result && (
        <Notice tone="good" role="status" title={result.title}>
          {result.text}
        </Notice>
      )}
      {isStale && (
        <Notice tone="bad" role="alert" title="This link does not work">
          {staleText}, or the link is incomplete. Copy the whole link from the email.
        </Notice>
      )}
      {error && !isStale && (
        <Notice tone="bad" role="alert">
          {(error instanceof ApiError && [409, 429].includes(error.status) && error.serverMessage) ||
            'Something went wrong. Please try again.'}
        </Notice>
      )}
      <noscript>
        <Notice>This page needs JavaScript.</Notice>
      </noscript>
      <p className="actions">
        {result || isStale ? (
          <ButtonLink variant="quiet" to={paths.home()}>
            Go to the home page
          </ButtonLink>
        ) : (
          <Button
            variant={button.variant ?? 'primary'}
            disabled={!isMounted}
            data-waiting={!isMounted || undefined}
            busy={isPending}
            busyLabel={button.busyLabel}
            onClick={() => mutate(token)}
          >
            {button.label}
          </Button>
        )}
        <LateNotice what="This page" />
      </p>
    </AuthLayout>
  )
}
