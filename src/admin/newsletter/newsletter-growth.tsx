/** Shows how many people have subscribed and unsubscribed in each of the last 12 weeks. */
import { useQuery } from '@tanstack/react-query'
import { growthQuery } from '#features/newsletter/imports/import.client.ts'
import { Sparkline } from '#ui/lists/sparkline.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import * as styles from './issues.module.css'

export function NewsletterGrowth() {
  const { number } = useWording()
  const { data } = useQuery(growthQuery())
  if (!data) return <div className={styles.growth} aria-hidden="true" />
  const series = [
    ['Subscribed', 'cat-living', data.items.map(({ subscribed }) => subscribed)],
    ['Unsubscribed', 'cat-home', data.items.map(({ left }) => left)],
  ] as const
  return (
    <dl className={styles.growth}>
      {series.map(([name, colours, values]) => (
        <div key={name} className={colours}>
          <dt>{name} this week</dt>
          <dd>
            <b className="num">{number(values.at(-1) ?? 0)}</b>
            <span>{number(values.reduce((sum, weekCount) => sum + weekCount, 0))} in 12 weeks</span>
            <Sparkline values={values} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
