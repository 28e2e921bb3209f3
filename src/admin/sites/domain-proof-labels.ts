import type { DomainProof } from '#features/deployment/domain-proof/domain-proof.client.ts'

export const DOMAIN_STATE_LABELS: Record<DomainProof['state'], string> = {
  proven: 'Proven',
  missing: 'Record gone',
  waiting: 'Not proven yet',
  taken: 'Proven by another copy',
  unserved: 'Not served here',
}
