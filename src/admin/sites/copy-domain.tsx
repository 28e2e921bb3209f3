import { checkLaunchedSiteDomain, type DomainProof } from '#features/deployment/domain-proof/domain-proof.client.ts'
import { DomainProofCard } from './domain-proof.tsx'

/** Shows, on the main site, the verification of a launched site's domain. */
export function CopyDomain({ id, ...rest }: { id: number; proof: DomainProof; onChecked: (proof: DomainProof) => void }) {
  return <DomainProofCard {...rest} check={() => checkLaunchedSiteDomain(id)} />
}
