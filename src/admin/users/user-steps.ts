/** Actions on a member's account, with their labels, confirmation questions and success messages. */
import { changeUser, removeSecondFactor, sendPasswordLink, type AdminUser } from '#features/users/user-admin.client.ts'

export interface UserStep {
  label: string
  text: string
  question: string
  done: string
  /** Returns the changed member. */
  run: () => Promise<AdminUser>
  tone: 'danger' | undefined
}

/** Help for members who cannot sign in. For the own account they are on the account page, with the password. */
export function helpSteps(user: AdminUser, isSelf: boolean): UserStep[] {
  const { id, username, email, hasSecondFactor } = user
  const passwordLink: UserStep = {
    label: 'Send a password link',
    text: 'Emails them a link to set a new password. It works once, for one hour.',
    question: `Do you want to send ${username} a link to set a new password?`,
    done: `The link is on its way to ${email}`,
    run: async () => {
      await sendPasswordLink(id)
      return user
    },
    tone: undefined,
  }
  const secondFactor: UserStep = {
    label: 'Turn off the second factor',
    text: 'For members who have lost both their phone and their recovery codes. This removes their one-time codes and passkeys; they sign in with the password alone.',
    question: `Make sure that this request really comes from ${username}. Do you want to turn off their second factor?`,
    done: `${username} now signs in without a second factor`,
    run: async () => {
      await removeSecondFactor(id)
      return { ...user, hasSecondFactor: false }
    },
    tone: 'danger',
  }
  return isSelf ? [] : [...(email ? [passwordLink] : []), ...(hasSecondFactor ? [secondFactor] : [])]
}

export function roleStep({ id, username, isAdmin }: AdminUser, isSelf: boolean): UserStep {
  if (!isAdmin)
    return {
      label: 'Make administrator',
      text: 'Administrators can see and change everything in the back-office.',
      question: `Do you want to make ${username} an administrator?`,
      done: `${username} is now an administrator`,
      run: () => changeUser(id, { isAdmin: true }),
      tone: undefined,
    }
  return {
    label: 'Remove administrator role',
    text: 'They lose access to the back-office and keep their account.',
    question: isSelf
      ? 'This is your own account. You will lose access to the back-office at once. Do you want to remove your administrator role?'
      : `Do you want to remove the administrator role from ${username}?`,
    done: `${username} is no longer an administrator`,
    run: () => changeUser(id, { isAdmin: false }),
    tone: 'danger',
  }
}

export function restrictionStep({ id, username, state }: AdminUser, isSelf: boolean): UserStep {
  if (state === 'restricted')
    return {
      label: 'Remove restriction',
      text: 'This member can sign in and read, but not post.',
      question: `Do you want to let ${username} post again?`,
      done: `${username} can post again`,
      run: () => changeUser(id, { isRestricted: false }),
      tone: undefined,
    }
  return {
    label: 'Restrict',
    text: 'Restricted members can still sign in and read, but not post.',
    question: isSelf
      ? 'This is your own account. You will not be able to post. Do you want to restrict it?'
      : `Do you want to restrict ${username}? They will not be able to post.`,
    done: `${username} can no longer post`,
    run: () => changeUser(id, { isRestricted: true }),
    tone: 'danger',
  }
}
