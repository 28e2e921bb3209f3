/**
 * Page whose URL contains a subscriber's key. Its form works without JavaScript. Opening the page changes nothing, because mail scanners
 * open links.
 */
import { useState, type ReactNode } from 'react'
import { useActionData } from 'react-router'
import { useForm } from '#platform/client/forms/form.client.ts'
import { AuthLayout } from '#site/account/auth-layout.tsx'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { getKeyOutcome, type KeyActionState } from './key-action.ts'

interface KeyPageProps<R> {
  title: string
  deck: string
  /** Path of the page, including the key. */
  path: string
  button: { label: string; busyLabel: string }
  send: () => Promise<R>
  describeResult: (response: R) => { title: string; text: ReactNode }
  /** Content next to the button. */
  children?: ReactNode
}

export function KeyPage<R>({ title, deck, path, button, send, describeResult, children }: KeyPageProps<R>) {
  const actionState = useActionData<KeyActionState<R>>()
  const [clientState, setClientState] = useState<KeyActionState<R>>()
  const { props, busy } = useForm({
    start: {},
    toBody: () => undefined,
    send,
    onDone: (response) => setClientState({ outcome: 'done', response }),
    onFailed: (error) => setClientState({ outcome: getKeyOutcome(error) }),
  })
  const state = clientState ?? actionState
  const result = state?.outcome === 'done' ? describeResult(state.response) : undefined
  const isFinished = state?.outcome === 'done' || state?.outcome === 'unknown'
  return (
    <AuthLayout title={title} deck={isFinished ? undefined : deck}>
      {result && (
        <Notice tone="good" role="status" title={result.title}>
          {result.text}
        </Notice>
      )}
      {state?.outcome === 'unknown' && <InvalidLinkNotice />}
      {state?.outcome === 'failed' && (
        <Notice tone="bad" role="alert">
          Something went wrong. Please try again.
        </Notice>
      )}
      {isFinished ? (
        <p className="actions">
          <ButtonLink variant="quiet" to={paths.home()}>
            Go to the home page
          </ButtonLink>
        </p>
      ) : (
        <form {...props} action={path}>
          <p className="actions">
            <Button type="submit" busy={busy} busyLabel={button.busyLabel}>
              {button.label}
            </Button>
            {children}
          </p>
        </form>
      )}
    </AuthLayout>
  )
}

export const InvalidLinkNotice = () => (
  <Notice tone="bad" role="alert" title="This link does not work">
    The subscription no longer exists, or the link is incomplete. Copy the whole link from the email.
  </Notice>
)
