/** Beside a member: that no mail goes to their address, and why, as the site's own suppression list says. */
import { useQuery } from '@tanstack/react-query'
import { href } from 'react-router'
import { suppressionsQuery } from '#features/suppressions/suppression.client.ts'
import { SUPPRESSION_REASONS } from '#features/suppressions/suppression.policy.ts'
import { Link } from '#ui/router/link.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { ShortDate } from '#ui/text/time.tsx'

/** The search finds the address as a part of others, too. */
const PER_PAGE = 20

export function SuppressedAddress({ email }: { email: string }) {
  const address = email.toLowerCase()
  const found = useQuery(suppressionsQuery({ search: address, perPage: PER_PAGE })).data?.items.find((one) => one.address === address)
  if (!found) return null
  return (
    <Notice tone="warn" title="No mail goes to this address">
      {SUPPRESSION_REASONS[found.reason]}
      {found.detail && `: ${found.detail}`}. Since <ShortDate date={found.suppressedAt} />.{' '}
      <Link to={`${href('/admin/suppressions')}?search=${encodeURIComponent(address)}`}>Open the suppression list</Link>
    </Notice>
  )
}
