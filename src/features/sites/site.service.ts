import { ALL_FEATURES_ON } from './features-on.policy.ts'
import { readFile } from 'node:fs/promises'
import type { Context, FeatureName, SiteSettings } from '#platform/contract/context.ts'
import { renderMarkdown } from '#platform/markdown/markdown.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { DEFAULT_LANGUAGE, formatNumber } from '#wording/numbers.ts'
import { DEFAULT_NEWCOMER_LIMITS, describeLevels, type NewcomerLimits } from '#features/trust/trust.policy.ts'
import type { AboutSection, SiteInfo } from './site.contract.ts'
import { getClaimStage } from './claim-stage.policy.ts'
import { defaultSiteDescription, defaultSiteTagline } from './default-texts.policy.ts'
import { localizeText } from './localize-text.policy.ts'
import { listSettings } from './setting.queries.ts'

/** The default tagline of the main site. That of a tenant site depends on its feature switches. */
const MAIN_SITE_TAGLINE = 'Technologies & Reviews'
const DEFAULT_SETTINGS: Omit<SiteSettings, 'tagline' | 'description'> = {
  name: 'Net Zero',
  language: DEFAULT_LANGUAGE,
  region: null,
  currency: 'gbp',
  analytics: false,
  claimUntil: '',
  features: ALL_FEATURES_ON,
  guestPosting: true,
  newcomers: DEFAULT_NEWCOMER_LIMITS,
  enquiryEmail: '',
  enquiryMonths: 12,
  adminSecondFactor: null,
  demoContent: false,
  launching: null,
  isLaunchingAnswered: false,
  mostCopies: 500,
}

/** Returns the stored settings merged with the defaults, which depend on the feature switches. */
export async function loadSettings(db: SiteDatabase): Promise<SiteSettings> {
  const storedSettings = (await listSettings(db)) as Partial<SiteSettings>
  const features = { ...DEFAULT_SETTINGS.features, ...storedSettings.features }
  const newcomers = { ...DEFAULT_SETTINGS.newcomers, ...storedSettings.newcomers }
  const tagline = storedSettings.region ? defaultSiteTagline(features) : MAIN_SITE_TAGLINE
  return { ...DEFAULT_SETTINGS, tagline, description: defaultSiteDescription(features), ...storedSettings, features, newcomers }
}

export async function getSite({ site, installation }: Context): Promise<SiteInfo> {
  const { claimUntil, launching } = site.settings
  return {
    ...site.settings,
    launches: installation !== undefined && launching !== 'nobody',
    claim: claimUntil === '' ? null : { until: claimUntil, stage: getClaimStage(claimUntil) },
  }
}

let aboutSections: Promise<AboutSection[]> | undefined

/** Matches the paragraphs of the about page that are marked as demo content, each with a list that follows it. */
const DEMO_PARAGRAPHS = /<p><strong>Demo (?:content|experts)\.<\/strong>.*?<\/p>\s*(?:<ul>.*?<\/ul>\s*)?/gs

/**
 * Returns the localised sections of the about page, without those for disabled features and without questions that link to missing pages.
 */
export async function getAbout({ site, installation, log }: Pick<Context, 'site' | 'log' | 'installation'>): Promise<AboutSection[]> {
  const { demoContent, features, newcomers } = site.settings
  const missingPaths = [...(features.userAccounts ? [] : ['/sign-up', '/account']), ...(installation ? [] : ['/deploy'])]
  const sections = (await (aboutSections ??= readAbout(log))).filter(
    ({ id }) => !(id in FEATURE_BY_SECTION) || features[FEATURE_BY_SECTION[id]!],
  )
  return sections.map(({ html, ...section }) => ({
    ...section,
    html: localizeText(
      removeQuestionsThatLinkTo(missingPaths, demoContent ? html : html.replace(DEMO_PARAGRAPHS, '')),
      site.settings,
    ).replace(LEVELS_PLACEHOLDER, () => renderLevels(newcomers)),
  }))
}

const LEVELS_PLACEHOLDER = /<p>\{levels\}<\/p>/

/** Renders what each level allows, from the rules that the server applies. The texts contain no characters that HTML escapes. */
const renderLevels = (limits: NewcomerLimits): string =>
  `<table><thead><tr><th>Level</th><th>Points</th><th>What you can do</th></tr></thead><tbody>${describeLevels(limits)
    .map(({ level, points, text }) => `<tr><td>${level}</td><td>${formatNumber(points)}</td><td>${text}</td></tr>`)
    .join('')}</tbody></table>`

/** The feature on which a section depends, by the id of the section. */
const FEATURE_BY_SECTION: Record<string, FeatureName> = { write: 'articles', guidelines: 'userAccounts' }

/** Removes the questions (`<h3>` with its answer) that link to one of the paths. */
const removeQuestionsThatLinkTo = (paths: string[], html: string): string =>
  html
    .split(/(?=<h3)/)
    .filter((part) => !part.startsWith('<h3') || !paths.some((path) => part.includes(`href="${path}"`)))
    .join('')

async function readAbout(log: Context['log']): Promise<AboutSection[]> {
  const text = await readFile(new URL('../../../content/about.md', import.meta.url), 'utf8')
  const parts = text.split(/^## (.+?) \{#([a-z-]+)\}\s*$/m).slice(1)
  const sections: AboutSection[] = []
  for (let i = 0; i + 2 < parts.length; i += 3) {
    sections.push({
      heading: parts[i] ?? '',
      id: parts[i + 1] ?? '',
      html: await renderMarkdown({ log }, (parts[i + 2] ?? '').trim(), 'site'),
    })
  }
  return sections
}
