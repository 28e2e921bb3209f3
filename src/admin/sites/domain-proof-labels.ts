import type { DomainProof } from '#features/deployment/domain-proof/domain-proof.client.ts'

export const DOMAIN_STATE_LABELS: Record<DomainProof['state'], string> = {
  proven: 'Verified',
  missing: 'Record missing',
  waiting: 'Not verified yet',
  taken: 'Verified by another copy',
  unserved: 'Domain not connected',
}
