import { useIsSessionKnown, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { PAGES } from '#features/pages/page-table.policy.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'

const LABEL = PAGES.find(({ path }) => path === '/user/:id')?.menu

/** The menu's link to one's own profile, for a visitor to the guest's. public/start.js fills in the member's until the session is known. */
export function ProfileItem({ pathname }: { pathname: string }) {
  const user = useSignedIn()
  const isKnown = useIsSessionKnown()
  const current = (id: number) => (pathname === paths.user(id) ? 'page' : undefined)
  return (
    <>
      {!user && (
        <li data-for={isKnown ? undefined : 'visitor'}>
          <Link to={paths.user(GUEST_ID)} aria-current={current(GUEST_ID)}>
            {LABEL}
          </Link>
        </li>
      )}
      {(user || !isKnown) && (
        <li data-for={isKnown ? undefined : 'member'}>
          <Link
            to={paths.user(user?.id ?? GUEST_ID)}
            aria-current={user ? current(user.id) : undefined}
            data-hint={isKnown ? undefined : 'profile'}
            suppressHydrationWarning
          >
            {LABEL}
          </Link>
        </li>
      )}
    </>
  )
}
