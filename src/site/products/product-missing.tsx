import type { ReactNode } from 'react'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { PageMeta } from '#site/meta.tsx'

/** Empty state for a product that does not exist (404) or was deleted (410). */
export function ProductMissing({ isGone, action }: { isGone: boolean; action: ReactNode }) {
  return (
    <div className="container section">
      <PageMeta title="Product Not Found" noIndex />
      <EmptyState
        level={1}
        title="Product Not Found"
        text={`We couldn't find the product you're looking for.${isGone ? ' It was here, and has been removed.' : ''}`}
        art={<img src="/art/scenes/no-products.svg" alt="" width={320} height={220} />}
        action={action}
      />
    </div>
  )
}
