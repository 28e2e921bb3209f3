import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { previewReferenceValue, type FigureDetail } from '#features/figures/editing/figure-editing.client.ts'
import { ReferenceValueUses } from './figure-uses.tsx'
import * as styles from './figures.module.css'

/**
 * Lists the tools and texts that use a reference value, and shows which conditions in the texts a new value makes true or false.
 * `value` is null while the new value is not known.
 */
export function ReferenceValueEffects({ entry, value }: { entry: FigureDetail; value: number | null }) {
  const previewedValue = value === null || Number.isFinite(value) ? value : null
  const effects = useQuery({
    queryKey: ['effects of a figure', { params: { id: entry.id }, body: { value: previewedValue } }],
    queryFn: () => previewReferenceValue(entry.id, previewedValue),
    networkMode: 'always',
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return (
    <section className={styles.effects} aria-labelledby="figure-effects" aria-busy={effects.isFetching}>
      <h3 id="figure-effects">Used in</h3>
      <ReferenceValueUses uses={effects.data?.uses ?? entry.uses} />
    </section>
  )
}
