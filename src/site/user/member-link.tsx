/** A member's name, leading to their profile. Where the site has switched accounts off nobody has one, and it is only a name. */
import type { ReactNode } from 'react'
import { Link } from '#ui/link.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'

export function MemberLink({ id, className, children }: { id: number; className?: string; children: ReactNode }) {
  if (!useSite().features.userAccounts) return <bdi className={className}>{children}</bdi>
  return (
    <Link to={paths.user(id)} className={className}>
      {children}
    </Link>
  )
}
