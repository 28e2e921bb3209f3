import type { ReactNode } from 'react'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { PageMeta } from '#site/meta.tsx'

/** Replaces the page of a product that never existed or was deleted. @param isDeleted true (410) adds that the product was removed */
export function ProductMissing({ isDeleted, action }: { isDeleted: boolean; action: ReactNode }) {
  return (
    <div className="container section">
      <PageMeta title="Product Not Found" noIndex />
      <EmptyState
        level={1}
        title="Product Not Found"
        text={`We couldn't find the product you're looking for.${isDeleted ? ' It was here, and has been removed.' : ''}`}
        art={<img src="/art/scenes/no-products.svg" alt="" width={320} height={220} />}
        action={action}
      />
    </div>
  )
}
