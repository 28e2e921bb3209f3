/** What every page needs to know about the site it belongs to. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { setEverySwitch } from './features-on.policy.ts'
import { CLAIM_STAGES } from './claim-stage.policy.ts'
import { CURRENCIES } from './currency.policy.ts'
import { REGIONS } from './region.policy.ts'

/** A switch that came later may be left out: whoever sets the others has not turned it off. */
export const Features = z.object({ ...setEverySwitch(z.boolean()), tools: z.boolean().default(true) })

export const SiteInfo = z.object({
  name: z.string(),
  tagline: z.string(),
  description: z.string(),
  /** BCP 47, for `<html lang>`. */
  language: z.string(),
  /** Absent on a main site, whose formats are those of the specification. */
  region: z.enum(REGIONS).nullable(),
  currency: z.enum(CURRENCIES),
  /** The site that launches copies, and its setting allows it. */
  launches: z.boolean(),
  /** There while a copy waits for its first administrator: how long, and how near that is. */
  claim: z.object({ until: z.string(), stage: z.enum(CLAIM_STAGES) }).nullable(),
  features: Features,
  /** Visitors who are not signed in may post as the Community Guest. */
  guestPosting: z.boolean(),
  /** Page views are counted, for its administrators to see. */
  analytics: z.boolean(),
  /** Shows invented people and products, and says so. */
  demoContent: z.boolean(),
})
export type SiteInfo = z.infer<typeof SiteInfo>

export const getSiteEndpoint = endpoint('GET /api/site', {
  summary: 'Name and settings of this site.',
  response: SiteInfo,
})
/** The about page's text, as HTML cut into its sections. */
export const AboutSection = z.object({ id: z.string(), heading: z.string(), html: z.string() })
export type AboutSection = z.infer<typeof AboutSection>
export const getAboutEndpoint = endpoint('GET /api/about', {
  summary: 'The sections of the about page.',
  response: z.array(AboutSection),
  list: true,
})
