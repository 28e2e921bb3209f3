import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { previewReferenceValue, type FigureDetail } from '#features/figures/editing/figure-editing.client.ts'
import { FigureUses } from './figure-uses.tsx'
import * as styles from './figures.module.css'

/** What would become of everything that depends on it. */
export function FigureEffects({ figure, value }: { figure: FigureDetail; value: number | null }) {
  const known = value === null || Number.isFinite(value) ? value : null
  const effects = useQuery({
    queryKey: ['effects of a figure', { params: { id: figure.id }, body: { value: known } }],
    queryFn: () => previewReferenceValue(figure.id, known),
    networkMode: 'always',
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return (
    <section className={styles.effects} aria-labelledby="figure-effects" aria-busy={effects.isFetching}>
      <h3 id="figure-effects">What depends on it</h3>
      <FigureUses uses={effects.data?.uses ?? figure.uses} />
    </section>
  )
}
