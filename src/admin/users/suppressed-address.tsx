/** Notice on a member whose address is on the suppression list, with the reason. */
import { useQuery } from '@tanstack/react-query'
import { href } from 'react-router'
import { suppressionsQuery } from '#features/suppressions/suppression.client.ts'
import { SUPPRESSION_REASONS } from '#features/suppressions/suppression.policy.ts'
import { Link } from '#ui/router/link.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { ShortDate } from '#ui/text/time.tsx'

/** More than one, because the search also matches parts of addresses. */
const PER_PAGE = 20

export function SuppressedAddress({ email }: { email: string }) {
  const address = email.toLowerCase()
  const found = useQuery(suppressionsQuery({ search: address, perPage: PER_PAGE })).data?.items.find(
    (suppression) => suppression.address === address,
  )
  if (!found) return null
  return (
    <Notice tone="warn" title="This address receives no email">
      {SUPPRESSION_REASONS[found.reason]}
      {found.detail && `: ${found.detail}`}. Since <ShortDate date={found.suppressedAt} />.{' '}
      <Link to={`${href('/admin/suppressions')}?search=${encodeURIComponent(address)}`}>Open the suppression list</Link>
    </Notice>
  )
}
