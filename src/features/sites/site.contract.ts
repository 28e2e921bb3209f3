/** Public information about a site, which every page needs. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { setEverySwitch } from './features-on.policy.ts'
import { CLAIM_STAGES } from './claim-stage.policy.ts'
import { CURRENCIES } from './currency.policy.ts'
import { REGIONS } from './region.policy.ts'

/** `tools` was added later and defaults to on, so that earlier clients and stored settings do not turn it off. */
export const Features = z.object({ ...setEverySwitch(z.boolean()), tools: z.boolean().default(true) })

export const SiteInfo = z.object({
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  /** BCP 47, for `<html lang>`. */
  language: z.string(),
  /** Null on a main site, which has the default formats. */
  region: z.enum(REGIONS).nullable(),
  currency: z.enum(CURRENCIES),
  /** Whether this is the main site and launching is enabled. */
  launches: z.boolean(),
  /** The period in which a tenant site can be claimed; `null` if the site is claimed, or is the main site. */
  claim: z.object({ until: z.string(), stage: z.enum(CLAIM_STAGES) }).nullable(),
  features: Features,
  /** Whether visitors may post as the Community Guest. */
  guestPosting: z.boolean(),
  /** Whether page views are counted. */
  analytics: z.boolean(),
  /** Whether the site has demo content: invented people and products. */
  demoContent: z.boolean(),
})
export type SiteInfo = z.infer<typeof SiteInfo>

export const getSiteEndpoint = endpoint('GET /api/site', {
  summary: 'Get name and public settings of this site.',
  response: SiteInfo,
})
/** A section of the about page. */
export const AboutSection = z.object({ id: z.string(), heading: z.string(), html: z.string() })
export type AboutSection = z.infer<typeof AboutSection>
export const getAboutEndpoint = endpoint('GET /api/about', {
  summary: 'List the sections of the about page.',
  response: z.array(AboutSection),
  list: true,
})
