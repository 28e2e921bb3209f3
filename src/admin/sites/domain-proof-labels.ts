import type { DomainProof } from '#features/deployment/domain-proof.client.ts'

export const DOMAIN_STATE_LABELS: Record<DomainProof['state'], string> = {
  proven: 'Proven',
  missing: 'Record gone',
  waiting: 'Not proven yet',
  taken: 'Proven by another copy',
  unserved: 'Not served here',
}

/** What it means, in a sentence. @param date writes a moment */
export function describeDomainState({ state, domain, countsUntil }: DomainProof, date: (iso: string) => string): string {
  return {
    proven: `The copy answers on ${domain}. Leave the record where it is: it is looked at every day.`,
    missing: `The copy still answers on ${domain}, but its record is gone. Without it the name no longer counts after ${countsUntil ? date(countsUntil) : 'seven days'}.`,
    waiting: `Until the record is there, the copy answers at its own address only. Add it where ${domain} is looked after, beside the record that points here.`,
    taken: `The copy answers at its own address only.`,
    unserved: `Domain names are answered once the operator of this server has set its public address (PUBLIC_URL).`,
  }[state]
}
