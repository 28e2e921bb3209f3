/** A page that a link in a mail leads to. A button acts, not the visit itself: mail programs open links too. */
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

interface ConfirmLinkPageProps<R> {
  title: string
  deck: string
  button: { label: string; busyLabel: string; variant?: 'danger' }
  act: (token: string) => Promise<R>
  /** Why a link may work no more. */
  stale: string
  done: (response: R) => { title: string; text: ReactNode }
}

const SHORTEST_TOKEN = 20

/** The key stands behind the #: it reaches no server and no log before the button is pressed. */
export function ConfirmLinkPage<R>({ title, deck, button, act, stale, done }: ConfirmLinkPageProps<R>) {
  const token = useLocation().hash.slice(1)
  const hydrated = useMounted()
  const { mutate, data, error, isPending } = useMutation({ mutationFn: act })
  const isStale = hydrated && (token.length < SHORTEST_TOKEN || (error instanceof ApiError && [400, 404].includes(error.status)))
  const said = data && done(data)

  return (
    <AuthLayout title={title} deck={said || isStale ? undefined : deck}>
      {said && (
        <Notice tone="good" role="status" title={said.title}>
          {said.text}
        </Notice>
      )}
      {isStale && (
        <Notice tone="bad" role="alert" title="This link does not work">
          {stale}, or a part of it got lost on the way. Copy the whole link from the mail.
        </Notice>
      )}
      {error && !isStale && (
        <Notice tone="bad" role="alert">
          {(error instanceof ApiError && [409, 429].includes(error.status) && error.serverMessage) ||
            'That did not work. Please try again.'}
        </Notice>
      )}
      <noscript>
        <Notice>This page needs JavaScript.</Notice>
      </noscript>
      <p className="actions">
        {said || isStale ? (
          <ButtonLink variant="quiet" to={paths.home()}>
            Go to the front page
          </ButtonLink>
        ) : (
          <Button
            variant={button.variant ?? 'primary'}
            disabled={!hydrated}
            data-waiting={!hydrated || undefined}
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
