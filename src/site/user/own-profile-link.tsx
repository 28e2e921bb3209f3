import { useIsSessionKnown, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import * as styles from './user.module.css'

/**
 * Link from the member's own profile to their account. Until the session is known, public/start.js shows it to the owner.
 * @param id id of the profile's owner
 */
export function OwnProfileLink({ id }: { id: number }) {
  const user = useSignedIn()
  const isKnown = useIsSessionKnown()
  if (isKnown && user?.id !== id) return null
  return (
    <ButtonLink
      variant="quiet"
      className={styles.profileOwn}
      to={paths.account()}
      hidden={!isKnown}
      data-hint={isKnown ? undefined : 'own'}
      data-id={isKnown ? undefined : id}
      suppressHydrationWarning
    >
      Your account
    </ButtonLink>
  )
}
