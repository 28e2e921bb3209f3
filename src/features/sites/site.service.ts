import { ALL_FEATURES_ON } from './features-on.policy.ts'
import { readFile } from 'node:fs/promises'
import type { Context, FeatureName, SiteSettings } from '#platform/contract/context.ts'
import { renderMarkdown } from '#platform/markdown/markdown.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { DEFAULT_LANGUAGE } from '#wording/numbers.ts'
import type { AboutSection, SiteInfo } from './site.contract.ts'
import { getClaimStage } from './claim-stage.policy.ts'
import { defaultSiteDescription, defaultSiteTagline } from './default-texts.policy.ts'
import { localizeText } from './localize-text.policy.ts'
import { listSettings } from './setting.queries.ts'

/** Default tagline of a main site; that of a launched site depends on its feature switches. */
const MAIN_TAGLINE = 'Technologies & Reviews'
const DEFAULTS: Omit<SiteSettings, 'tagline' | 'description'> = {
  name: 'Net Zero',
  language: DEFAULT_LANGUAGE,
  region: null,
  currency: 'gbp',
  analytics: false,
  claimUntil: '',
  features: ALL_FEATURES_ON,
  guestPosting: true,
  enquiryEmail: '',
  enquiryMonths: 12,
  adminSecondFactor: null,
  demoContent: false,
  launching: null,
  isLaunchingAnswered: false,
  mostCopies: 500,
}

/** Returns the stored settings merged with the defaults. Default texts depend on the feature switches. */
export async function loadSettings(db: SiteDatabase): Promise<SiteSettings> {
  const stored = (await listSettings(db)) as Partial<SiteSettings>
  const features = { ...DEFAULTS.features, ...stored.features }
  const tagline = stored.region ? defaultSiteTagline(features) : MAIN_TAGLINE
  return { ...DEFAULTS, tagline, description: defaultSiteDescription(features), ...stored, features }
}

export async function getSite({ site, installation }: Context): Promise<SiteInfo> {
  const { claimUntil, launching } = site.settings
  return {
    ...site.settings,
    launches: installation !== undefined && launching !== 'nobody',
    claim: claimUntil === '' ? null : { until: claimUntil, stage: getClaimStage(claimUntil) },
  }
}

let about: Promise<AboutSection[]> | undefined

/** Paragraphs of the about page that are marked as demo content, with a following list. */
const ABOUT_DEMO = /<p><strong>Demo (?:content|experts)\.<\/strong>.*?<\/p>\s*(?:<ul>.*?<\/ul>\s*)?/gs

/**
 * Returns the localised sections of the about page, without those for disabled features and without questions that link to missing pages.
 */
export async function getAbout({ site, installation, log }: Pick<Context, 'site' | 'log' | 'installation'>): Promise<AboutSection[]> {
  const { demoContent, features } = site.settings
  const missing = [...(features.userAccounts ? [] : ['/sign-up', '/account']), ...(installation ? [] : ['/deploy'])]
  const sections = (await (about ??= readAbout(log))).filter(({ id }) => !(id in ABOUT_FEATURE) || features[ABOUT_FEATURE[id]!])
  return sections.map(({ html, ...section }) => ({
    ...section,
    html: localizeText(removeQuestionsLinkingTo(missing, demoContent ? html : html.replace(ABOUT_DEMO, '')), site.settings),
  }))
}

/** Feature switches of sections. */
const ABOUT_FEATURE: Record<string, FeatureName> = { write: 'articles', guidelines: 'userAccounts' }

/** Removes FAQ entries that link to pages which the site does not have. */
const removeQuestionsLinkingTo = (paths: string[], html: string): string =>
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
