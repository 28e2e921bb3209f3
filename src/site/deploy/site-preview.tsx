import { defaultTagline } from '#features/sites/default-words.policy.ts'
import { CURRENCY_NAMES, LANGUAGES } from '#features/sites/region.policy.ts'
import { slugOf } from '#features/deployment/slug.policy.ts'
import { mainNav } from '#site/shell/navigation.ts'
import { useSite } from '#site/shell/use-site.ts'
import { shortDate } from '#ui/format-date.ts'
import type { Answers } from './deploy-answers.ts'
import { Street } from './street.tsx'
import { useHost } from './use-host.ts'
import './site-preview.css'

/** Always the same day: one whose day cannot be taken for a month. */
const SAMPLE_DAY = '2026-11-21'

/** How the copy will look: its name, its menu, its address, its street with a light for every feature. */
export function SitePreview({ answers }: { answers: Answers }) {
  const site = useSite()
  const host = useHost()
  const name = answers.siteName.trim()
  const tagline = defaultTagline(answers.features)
  const items = mainNav({ ...site, features: answers.features, launches: false })
  return (
    <figure className="preview" aria-label="Preview of your site">
      <div className="preview-frame">
        <p className="preview-address">
          <span className="vh">Address: </span>
          <b>{name ? slugOf(name) : 'your-site'}</b>.sustainable-tech.{host}
        </p>
        <div className="preview-bar">
          <svg viewBox="0 0 44 44" aria-hidden="true">
            <circle className="brand-sun" cx="22" cy="22" r="17" />
            <path className="brand-land" d="M5.8 27.5C13 21 22 31 38.2 27.5A17 17 0 0 1 5.8 27.5Z" />
          </svg>
          <span className="preview-name">
            {name || 'Your site'} {tagline && <small>{tagline}</small>}
          </span>
        </div>
        <ul className="preview-menu" aria-label="Its menu">
          {items.map(({ label }) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
        <Street features={answers.features} />
      </div>
      <figcaption>{formats(answers)}</figcaption>
    </figure>
  )
}

const formats = ({ defaultCurrency, primaryRegion }: Answers): string =>
  `Prices in ${CURRENCY_NAMES[defaultCurrency]}, dates as ${shortDate(SAMPLE_DAY, LANGUAGES[primaryRegion])}.`
