/** What can be done with a member's account, each with the words that are said before and after it. */
import { changeUser, removeSecondFactor, sendPasswordLink, type AdminUser } from '#features/users/user-admin.client.ts'

export interface UserStep {
  label: string
  text: string
  question: string
  done: string
  /** Answers with the member as they are then. */
  run: () => Promise<AdminUser>
  tone: 'danger' | undefined
}

/** For somebody who cannot get in. One's own account has these on the account page, with the password. */
export function helpSteps(user: AdminUser, isSelf: boolean): UserStep[] {
  const { id, username, email, hasSecondFactor } = user
  const link: UserStep = {
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
  const codes: UserStep = {
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

export function roleStep({ id, username, isAdmin }: AdminUser, isSelf: boolean): UserStep {
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

export function restrictionStep({ id, username, state }: AdminUser, isSelf: boolean): UserStep {
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
