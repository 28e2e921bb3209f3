/** Where a link with a reader's key leads: a form that needs no script. Looking at it changes nothing: scanners follow links, and only a press acts. */
import { useState, type ReactNode } from 'react'
import { useActionData } from 'react-router'
import { useForm } from '#platform/client/forms/form.client.ts'
import { AuthLayout } from '#site/account/auth-layout.tsx'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { keyOutcomeOf, type KeyActionState } from './key-action.ts'

interface KeyPageProps<R> {
  title: string
  deck: string
  /** Its own, with the key. */
  path: string
  button: { label: string; busyLabel: string }
  send: () => Promise<R>
  done: (reply: R) => { title: string; text: ReactNode }
  /** Beside the button. */
  children?: ReactNode
}

export function KeyPage<R>({ title, deck, path, button, send, done, children }: KeyPageProps<R>) {
  const returned = useActionData<KeyActionState<R>>()
  const [here, setHere] = useState<KeyActionState<R>>()
  const { props, busy } = useForm({
    start: {},
    toBody: () => undefined,
    send,
    onDone: (reply) => setHere({ outcome: 'done', reply }),
    onFailed: (fault) => setHere({ outcome: keyOutcomeOf(fault) }),
  })
  const answer = here ?? returned
  const said = answer?.outcome === 'done' ? done(answer.reply) : undefined
  const isOver = answer?.outcome === 'done' || answer?.outcome === 'unknown'
  return (
    <AuthLayout title={title} deck={isOver ? undefined : deck}>
      {said && (
        <Notice tone="good" role="status" title={said.title}>
          {said.text}
        </Notice>
      )}
      {answer?.outcome === 'unknown' && <UnknownLink />}
      {answer?.outcome === 'failed' && (
        <Notice tone="bad" role="alert">
          That did not work. Please try again.
        </Notice>
      )}
      {isOver ? (
        <p className="actions">
          <ButtonLink variant="quiet" to={paths.home()}>
            Go to the front page
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

export const UnknownLink = () => (
  <Notice tone="bad" role="alert" title="This link does not work">
    It belongs to no subscription any more, or a part of it got lost on the way. Copy the whole link from the mail.
  </Notice>
)
