/** Role, restriction and end of an account. Each says what it does before it does it. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { changeUser, removeSecondFactor, sendPasswordLink, type AdminUser } from '#features/users/user-admin.client.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import { CloseAccount } from './close-account.tsx'
import { formatUserError } from './user-error.ts'
import * as styles from './users.module.css'

interface UserActionsProps {
  user: AdminUser
  onChanged: (user: AdminUser) => void
  onClosed: () => void
}

interface Step {
  label: string
  text: string
  question: string
  done: string
  /** Answers with the member as they are then. */
  run: () => Promise<AdminUser>
  tone: 'danger' | undefined
}

export function UserActions({ user, onChanged, onClosed }: UserActionsProps) {
  const isSelf = useSignedIn()?.id === user.id
  const [asked, setAsked] = useState<Step>()
  const [closing, setClosing] = useState(false)
  const changing = useMutation({
    networkMode: 'always',
    mutationFn: ({ run }: Step) => run(),
    onSuccess: (changed, { done }) => {
      onChanged(changed)
      toast({ title: done })
    },
    onSettled: () => setAsked(undefined),
  })
  const steps = [...helpSteps(user, isSelf), roleStep(user, isSelf), restrictionStep(user, isSelf)]

  return (
    <>
      {changing.isError && (
        <Notice tone="bad" role="alert">
          {formatUserError(changing.error)}
        </Notice>
      )}
      <ul className={styles.userSteps}>
        {steps.map((step) => (
          <li key={step.label}>
            <p>{step.text}</p>
            <Button variant={step.tone === 'danger' ? 'danger' : 'quiet'} size="s" onClick={() => setAsked(step)}>
              {step.label}
            </Button>
          </li>
        ))}
        <li>
          <p>Closing an account is for good. What was posted stays, under the name “Deleted member”.</p>
          <Button variant="danger" size="s" onClick={() => setClosing(true)}>
            Close the account
          </Button>
        </li>
      </ul>
      <Confirm
        open={asked !== undefined}
        question={asked?.question ?? ''}
        confirmLabel={asked?.label ?? ''}
        tone={asked?.tone}
        busy={changing.isPending}
        onConfirm={() => asked && changing.mutate(asked)}
        onCancel={() => setAsked(undefined)}
      />
      {closing && <CloseAccount user={user} isSelf={isSelf} onDone={onClosed} onCancel={() => setClosing(false)} />}
    </>
  )
}

/** For somebody who cannot get in. One's own account has these on the account page, with the password. */
function helpSteps(user: AdminUser, isSelf: boolean): Step[] {
  const { id, username, email, hasSecondFactor } = user
  const link: Step = {
    label: 'Send a password link',
    text: 'A link to set a new password goes to their email address. It works once, for one hour.',
    question: `Do you want to send ${username} a link to set a new password?`,
    done: `The link is on its way to ${email}`,
    run: async () => {
      await sendPasswordLink(id)
      return user
    },
    tone: undefined,
  }
  const codes: Step = {
    label: 'Switch the second factor off',
    text: 'For a member who has lost both telephone and recovery codes. Their one-time codes and passkeys go, and they sign in with the password alone.',
    question: `Make sure that it is really ${username} who asks. Do you want to switch their second factor off?`,
    done: `${username} signs in without a second factor`,
    run: async () => {
      await removeSecondFactor(id)
      return { ...user, hasSecondFactor: false }
    },
    tone: 'danger',
  }
  return isSelf ? [] : [...(email ? [link] : []), ...(hasSecondFactor ? [codes] : [])]
}

function roleStep({ id, username, isAdmin }: AdminUser, isSelf: boolean): Step {
  if (!isAdmin)
    return {
      label: 'Make administrator',
      text: 'An administrator sees and changes everything in the back-office.',
      question: `Do you want to make ${username} an administrator?`,
      done: `${username} is now an administrator`,
      run: () => changeUser(id, { isAdmin: true }),
      tone: undefined,
    }
  return {
    label: 'Take the role away',
    text: 'Without the role the back-office is closed to them; their account stays.',
    question: isSelf
      ? 'This is your own account. You will leave the back-office at once. Do you want to give up the administrator’s role?'
      : `Do you want to take the administrator’s role away from ${username}?`,
    done: `${username} is no longer an administrator`,
    run: () => changeUser(id, { isAdmin: false }),
    tone: 'danger',
  }
}

function restrictionStep({ id, username, state }: AdminUser, isSelf: boolean): Step {
  if (state === 'restricted')
    return {
      label: 'Lift the restriction',
      text: 'This member can read, but not post.',
      question: `Do you want to let ${username} post again?`,
      done: `${username} can post again`,
      run: () => changeUser(id, { isRestricted: false }),
      tone: undefined,
    }
  return {
    label: 'Restrict',
    text: 'A restricted member can still sign in and read, but not post.',
    question: isSelf
      ? 'This is your own account. You will not be able to post. Do you want to restrict it?'
      : `Do you want to restrict ${username}? They will not be able to post.`,
    done: `${username} can no longer post`,
    run: () => changeUser(id, { isRestricted: true }),
    tone: 'danger',
  }
}
