import { MemberSlot } from '#features/accounts/sessions/member-slot.tsx'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { PAGES } from '#features/pages/page-table.policy.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'

const LABEL = PAGES.find(({ path }) => path === '/user/:id')?.menu

/** The menu's way to one's own profile. @param shown whose profile the page is, if it is one */
export function ProfileItem({ shown }: { shown: number | undefined }) {
  const ownId = useSignedIn()?.id ?? GUEST_ID
  return (
    <li>
      <Link to={paths.user(ownId)} aria-current={shown === ownId ? 'page' : undefined}>
        {LABEL}
      </Link>
    </li>
  )
}

export function ProfileSlot({ pathname }: { pathname: string }) {
  const shown = Number(/^\/user\/([1-9]\d{0,8})$/.exec(pathname)?.[1]) || undefined
  return (
    <MemberSlot name="profile" about={shown}>
      <ProfileItem shown={shown} />
    </MemberSlot>
  )
}
