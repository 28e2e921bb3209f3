import type { ReactNode } from 'react'
import { NATION_NAMES } from '#features/figures/figure-groups.policy.ts'
import type { FigureHistory, FigurePeriod } from '#features/figures/figure.client.ts'
import { NATIONS } from '#features/figures/figures.policy.ts'
import { ShortDate } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { formatList } from '#wording/lists.ts'
import { formatPeriod } from '#wording/periods.ts'
import { SourceLink } from './reference-value-table.tsx'
import { CertaintyBadge, FormattedReferenceValue } from './formatted-reference-value.tsx'
import * as styles from './today.module.css'

/** Lists facts about a reference value: source, dates of verification, certainty, nations, next value and note. */
export function ReferenceValueFacts({ history: { unit, current, next } }: { history: FigureHistory }) {
  const { language } = useWording()
  return (
    <dl className={styles.facts}>
      <Fact name="Source">
        <SourceLink source={current.source} />
      </Fact>
      <Fact name="Checked">
        <ShortDate date={current.checkedOn} />, next by <ShortDate date={current.dueOn} />
      </Fact>
      <Fact name="Certainty">{CERTAINTY_TEXTS[current.certainty]}</Fact>
      <Fact name="Applies in">
        {current.nations.length === NATIONS.length
          ? 'The whole United Kingdom'
          : formatList(
              current.nations.map((nation) => NATION_NAMES[nation]),
              language,
            )}
      </Fact>
      {next && (
        <Fact name="Next">
          {formatPeriod(next.validFrom, next.validTo, language)}: <FormattedReferenceValue period={next} unit={unit} />{' '}
          <CertaintyBadge period={next} />
        </Fact>
      )}
      {current.note && <Fact name="Note">{current.note}</Fact>}
    </dl>
  )
}

const CERTAINTY_TEXTS: Record<FigurePeriod['certainty'], string> = {
  A: 'Official, or calculated from an official total',
  B: 'From one good source',
  C: 'Not confirmed: from a second-hand source. Check it before you rely on it',
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
