/** Shows why a member's email address is on the suppression list; renders nothing if it is not. */
import { useQuery } from '@tanstack/react-query'
import { href } from 'react-router'
import { suppressionsQuery } from '#features/suppressions/suppression.client.ts'
import { SUPPRESSION_REASONS } from '#features/suppressions/suppression.policy.ts'
import { Link } from '#ui/router/link.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { ShortDate } from '#ui/text/time.tsx'

/** The search also matches parts of addresses, so the exact match may not be the first result. */
const MAX_MATCHES = 20

export function SuppressedAddress({ email }: { email: string }) {
  const address = email.toLowerCase()
  const suppression = useQuery(suppressionsQuery({ search: address, perPage: MAX_MATCHES })).data?.items.find(
    (suppression) => suppression.address === address,
  )
  if (!suppression) return null
  return (
    <Notice tone="warn" title="This address receives no email">
      {SUPPRESSION_REASONS[suppression.reason]}
      {suppression.detail && `: ${suppression.detail}`}. Since <ShortDate date={suppression.suppressedAt} />.{' '}
      <Link to={`${href('/admin/suppressions')}?search=${encodeURIComponent(address)}`}>Open the suppression list</Link>
    </Notice>
  )
}
