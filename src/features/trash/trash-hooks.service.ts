/** Collects the restore and purge hooks for the kinds of items that features move to the trash. */
import type { AllFeatures } from '#platform/contract/feature.ts'
import type { TrashKind } from './trash.contract.ts'
import type { PurgeHooks, RestoreHook } from './trash.service.ts'

declare module '#platform/contract/feature.ts' {
  interface Feature {
    /** Hooks by kind: `restore` puts the rows back, `purge` deletes related data permanently. */
    trash?: { readonly [K in TrashKind]?: { restore: RestoreHook; purge?: PurgeHooks[K] } }
  }
}

export interface TrashHooks {
  restore: Record<TrashKind, RestoreHook>
  purge: PurgeHooks
}

export function collectTrashHooks(features: AllFeatures): TrashHooks {
  const kinds = features().flatMap(({ trash = {} }) => Object.entries(trash))
  return {
    restore: Object.fromEntries(kinds.map(([kind, { restore }]) => [kind, restore])) as TrashHooks['restore'],
    purge: Object.fromEntries(kinds.flatMap(([kind, { purge }]) => (purge ? [[kind, purge]] : []))),
  }
}
