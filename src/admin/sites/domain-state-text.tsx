import type { DomainProof } from '#features/deployment/domain-proof/domain-proof.client.ts'
import { ShortTime } from '#ui/text/time.tsx'

/** What the state of a domain means, in a sentence. */
export function DomainStateText({ proof: { state, domain, countsUntil } }: { proof: DomainProof }) {
  if (state === 'proven') return `The copy answers on ${domain}. Leave the record in place: we check it every day.`
  if (state === 'waiting')
    return `Until the record is there, the copy answers at its own address only. Add it where ${domain} is managed, next to the record that points here.`
  if (state === 'taken') return 'The copy answers at its own address only.'
  if (state === 'unserved') return 'Domain names are answered once the operator of this server has set its public address (PUBLIC_URL).'
  return (
    <>
      The copy still answers on {domain}, but its record is gone. Without it the name no longer counts after{' '}
      {countsUntil ? <ShortTime date={countsUntil} end="." /> : 'seven days.'}
    </>
  )
}
