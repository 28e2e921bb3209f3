import { useIsSessionKnown, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { PAGES } from '#features/pages/page-table.policy.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'

const LABEL = PAGES.find(({ path }) => path === '/user/:id')?.menu

/**
 * Link in the menu to the viewer's profile; visitors get the profile of the guest account. Until the session is known, `public/start.js` sets
 * the URL for members.
 */
export function ProfileItem({ pathname }: { pathname: string }) {
  const user = useSignedIn()
  const isSessionKnown = useIsSessionKnown()
  const getAriaCurrent = (id: number) => (pathname === paths.user(id) ? 'page' : undefined)
  return (
    <>
      {!user && (
        <li data-for={isSessionKnown ? undefined : 'visitor'}>
          <Link to={paths.user(GUEST_ID)} aria-current={getAriaCurrent(GUEST_ID)}>
            {LABEL}
          </Link>
        </li>
      )}
      {(user || !isSessionKnown) && (
        <li data-for={isSessionKnown ? undefined : 'member'}>
          <Link
            to={paths.user(user?.id ?? GUEST_ID)}
            aria-current={user ? getAriaCurrent(user.id) : undefined}
            data-hint={isSessionKnown ? undefined : 'profile'}
            suppressHydrationWarning
          >
            {LABEL}
          </Link>
        </li>
      )}
    </>
  )
}
