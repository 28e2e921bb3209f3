/** Links a member's name to their profile. Renders plain text for closed accounts and on sites without user accounts. */
import type { ReactNode } from 'react'
import { isolateText } from '#ui/text/isolate-text.tsx'
import { Link } from '#ui/router/link.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'

interface MemberLinkProps {
  id: number
  /** Whether the account is closed. */
  isClosed?: boolean | undefined
  className?: string
  children: ReactNode
}

export function MemberLink({ id, isClosed = false, className, children }: MemberLinkProps) {
  if (!useSite().features.userAccounts || isClosed) return <bdi className={className}>{children}</bdi>
  return (
    <Link to={paths.user(id)} className={className}>
      {isolateText(children)}
    </Link>
  )
}
