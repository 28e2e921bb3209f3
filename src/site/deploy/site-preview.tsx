import { defaultSiteTagline } from '#features/sites/default-texts.policy.ts'
import { CURRENCY_NAMES, LANGUAGES } from '#features/sites/region.policy.ts'
import { toSiteSlug } from '#features/deployment/slug.policy.ts'
import { mainNav } from '#site/shell/navigation.ts'
import { useSite } from '#site/shell/use-site.ts'
import { formatShortDate } from '#wording/dates.ts'
import type { DeployAnswers } from './deploy-state.ts'
import { PreviewIllustration } from './preview-illustration.tsx'
import { useHost } from './use-host.ts'
import * as styles from './site-preview.module.css'
import * as brandStyles from '#site/shell/header/brand.module.css'

/** A date whose day cannot be mistaken for a month. */
const SAMPLE_DATE = '2026-11-21'

/** Previews the new site: its URL, name, tagline, menu, features, currency and date format. */
export function SitePreview({ answers }: { answers: DeployAnswers }) {
  const site = useSite()
  const host = useHost()
  const siteName = answers.siteName.trim()
  const tagline = defaultSiteTagline(answers.features)
  const navItems = mainNav({ ...site, features: answers.features, launches: false })
  return (
    <figure className={styles.preview} aria-label="Preview of your site">
      <div className={styles.previewFrame}>
        <p className={styles.previewAddress}>
          <span className="visuallyHidden">Address: </span>
          <b>{siteName ? toSiteSlug(siteName) : 'your-site'}</b>.sustainable-tech.{host}
        </p>
        <div className={styles.previewBar}>
          <svg viewBox="0 0 44 44" aria-hidden="true">
            <circle className={brandStyles.brandSun} cx="22" cy="22" r="17" />
            <path className={brandStyles.brandLand} d="M5.8 27.5C13 21 22 31 38.2 27.5A17 17 0 0 1 5.8 27.5Z" />
          </svg>
          <span className={styles.previewName}>
            {siteName || 'Your site'} {tagline && <small>{tagline}</small>}
          </span>
        </div>
        <ul className={styles.previewMenu} aria-label="Menu of your site">
          {navItems.map(({ label }) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
        <PreviewIllustration features={answers.features} />
      </div>
      <figcaption>{formatSummary(answers)}</figcaption>
    </figure>
  )
}

const formatSummary = ({ defaultCurrency, primaryRegion }: DeployAnswers): string =>
  `Prices in ${CURRENCY_NAMES[defaultCurrency]}, dates as ${formatShortDate(SAMPLE_DATE, LANGUAGES[primaryRegion])}.`
