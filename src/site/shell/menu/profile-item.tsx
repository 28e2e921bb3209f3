import { useIsSessionKnown, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { PAGES } from '#features/pages/page-table.policy.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'

const LABEL = PAGES.find(({ path }) => path === '/user/:id')?.menu

/** Menu link to the viewer's profile; for visitors to the guest's. Until the session is known, public/start.js sets the member's URL. */
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
