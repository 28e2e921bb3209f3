import { checkLaunchedSiteDomain, type DomainProof } from '#features/deployment/domain-proof/domain-proof.client.ts'
import { DomainProofCard } from './domain-proof.tsx'

/** Domain verification of a launched site, on the main site. */
export function CopyDomain({ id, ...rest }: { id: number; proof: DomainProof; onChecked: (proof: DomainProof) => void }) {
  return <DomainProofCard {...rest} check={() => checkLaunchedSiteDomain(id)} />
}
