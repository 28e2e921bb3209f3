/** Links to the tools that are about a category. */
import { getOwn } from '#platform/client/get-own.client.ts'
import { Link } from '#ui/router/link.tsx'
import { paths } from '#site/paths.ts'
import * as styles from './category.module.css'

const TOOLS_BY_CATEGORY: Record<string, [name: string, label: string][]> = {
  'electric-vehicles': [
    ['car-finder', 'Find an electric car'],
    ['car-and-tariff', 'House, car and tariff'],
  ],
  'solar-panels': [
    ['solar', 'Solar on my roof'],
    ['quote-check', 'Check a quote'],
  ],
  'battery-storage': [['battery', 'Is a battery worth it?']],
  'home-efficiency': [
    ['which-first', 'Which job first?'],
    ['heat-pump-suitability', 'Is my home suitable for a heat pump?'],
    ['heat-pump', 'Heat pump running costs'],
    ['insulation', 'What an insulation job saves'],
    ['grants', 'Which grants can I get?'],
  ],
  'ev-chargers': [['supply', 'Fuse, charger and inverter']],
}

export function CategoryTools({ categorySlug }: { categorySlug: string }) {
  const tools = getOwn(TOOLS_BY_CATEGORY, categorySlug) ?? []
  return (
    <p className={styles.categoryTools}>
      {tools.length > 0 && 'Calculators: '}
      {tools.map(([name, label]) => (
        <Link key={name} to={paths.tool(name)}>
          {label}
        </Link>
      ))}
      <Link to={paths.tools()}>All tools</Link>
    </p>
  )
}
