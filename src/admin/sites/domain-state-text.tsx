import type { DomainProof } from '#features/deployment/domain-proof/domain-proof.client.ts'
import { ShortTime } from '#ui/text/time.tsx'

/** Explains the state of a domain, and what the administrator has to do. */
export function DomainStateText({ proof: { state, domain, countsUntil } }: { proof: DomainProof }) {
  if (state === 'proven') return `The copy is available at ${domain}. Keep the record: we check it every day.`
  if (state === 'waiting')
    return `Until you add the record, the copy is only available at its original address. Add it where you manage ${domain}, next to the record that points here.`
  if (state === 'taken') return 'The copy is only available at its original address.'
  if (state === 'unserved') return 'Domains work once the operator of this server has set its public address (PUBLIC_URL).'
  return (
    <>
      The copy is still available at {domain}, but its record is missing. Without the record, the domain stops working after{' '}
      {countsUntil ? <ShortTime date={countsUntil} end="." /> : 'seven days.'}
    </>
  )
}
