import { useIsSessionKnown, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#ui/actions/button.tsx'

/**
 * Links members from their own profile to their account. Until the session is known, `public/start.js` shows the link to them.
 * @param id id of the member whose profile the page shows
 */
export function OwnProfileLink({ id }: { id: number }) {
  const user = useSignedIn()
  const isSessionKnown = useIsSessionKnown()
  if (isSessionKnown && user?.id !== id) return null
  return (
    <ButtonLink
      variant="quiet"
      to={paths.account()}
      hidden={!isSessionKnown}
      data-hint={isSessionKnown ? undefined : 'own'}
      data-id={isSessionKnown ? undefined : id}
      suppressHydrationWarning
    >
      Your account
    </ButtonLink>
  )
}
