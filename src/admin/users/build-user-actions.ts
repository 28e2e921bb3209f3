/** Builds the actions on a user's account, with their labels, confirmation questions and success messages. */
import { changeUser, removeSecondFactor, sendPasswordLink, type AdminUser } from '#features/users/user-admin.client.ts'

export interface UserAction {
  label: string
  text: string
  question: string
  successTitle: string
  /** Performs the action. @returns the user as stored afterwards */
  run: () => Promise<AdminUser>
  tone: 'danger' | undefined
}

/**
 * Returns the actions that help a member who cannot sign in. Returns none for the administrator's own account: the account page
 * offers them there and asks for the password.
 */
export function buildHelpActions(user: AdminUser, isSelf: boolean): UserAction[] {
  const { id, username, email, hasSecondFactor } = user
  const passwordLinkAction: UserAction = {
    label: 'Send a password link',
    text: 'Emails them a link to set a new password. It works once, for one hour.',
    question: `Do you want to send ${username} a link to set a new password?`,
    successTitle: `The email to ${email} is in the outbox until it is sent`,
    run: async () => {
      await sendPasswordLink(id)
      return user
    },
    tone: undefined,
  }
  const secondFactorAction: UserAction = {
    label: 'Turn off the second factor',
    text: 'For members who have lost both their phone and their recovery codes. This removes their one-time codes and passkeys; they sign in with the password alone.',
    question: `Make sure that this request really comes from ${username}. Do you want to turn off their second factor?`,
    successTitle: `${username} now signs in without a second factor`,
    run: async () => {
      await removeSecondFactor(id)
      return { ...user, hasSecondFactor: false }
    },
    tone: 'danger',
  }
  return isSelf ? [] : [...(email ? [passwordLinkAction] : []), ...(hasSecondFactor ? [secondFactorAction] : [])]
}

export function buildRoleAction({ id, username, isAdmin }: AdminUser, isSelf: boolean): UserAction {
  if (!isAdmin)
    return {
      label: 'Make administrator',
      text: 'Administrators can see and change everything in the back-office.',
      question: `Do you want to make ${username} an administrator?`,
      successTitle: `${username} is now an administrator`,
      run: () => changeUser(id, { isAdmin: true }),
      tone: undefined,
    }
  return {
    label: 'Remove administrator role',
    text: 'They lose access to the back-office and keep their account.',
    question: isSelf
      ? 'This is your own account. You will lose access to the back-office at once. Do you want to remove your administrator role?'
      : `Do you want to remove the administrator role from ${username}?`,
    successTitle: `${username} is no longer an administrator`,
    run: () => changeUser(id, { isAdmin: false }),
    tone: 'danger',
  }
}

export function buildRestrictionAction({ id, username, state }: AdminUser, isSelf: boolean): UserAction {
  if (state === 'restricted')
    return {
      label: 'Remove restriction',
      text: 'This member can sign in and read, but not post.',
      question: `Do you want to let ${username} post again?`,
      successTitle: `${username} can post again`,
      run: () => changeUser(id, { isRestricted: false }),
      tone: undefined,
    }
  return {
    label: 'Restrict',
    text: 'Restricted members can still sign in and read, but not post.',
    question: isSelf
      ? 'This is your own account. You will not be able to post. Do you want to restrict it?'
      : `Do you want to restrict ${username}? They will not be able to post.`,
    successTitle: `${username} can no longer post`,
    run: () => changeUser(id, { isRestricted: true }),
    tone: 'danger',
  }
}
