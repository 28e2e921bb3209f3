/** The deployment assistant: launching a copy of the platform, and following it. */
import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { plainName } from '#platform/text/plain-name.ts'
import { cleanDomainName, toAsciiDomain } from '#platform/text/domain-name.client.ts'
import { Features } from '#features/sites/site.contract.ts'
import { CURRENCIES } from '#features/sites/currency.policy.ts'
import { REGIONS } from '#features/sites/region.policy.ts'
import { InvitationToken } from './invitations/invitation.contract.ts'
import { DOMAIN_NAME_MAX, SITE_DESCRIPTION_MAX, SITE_NAME_MAX } from './deployment-limits.policy.ts'

export const STARTING_CONTENT = ['starter', 'empty'] as const
export type StartingContent = (typeof STARTING_CONTENT)[number]

/** A domain name of the copy's own. Scheme, path and last dot are taken off, and international names are converted. */
const DomainName = z
  .string()
  .max(2000, 'Please enter a domain name such as example.org')
  .overwrite(cleanDomainName)
  .max(DOMAIN_NAME_MAX, 'Please enter a domain name such as example.org')
  .refine((text) => text === '' || toAsciiDomain(text) !== undefined, 'Please enter a domain name such as example.org')
  .optional()
  .transform((text) => text || undefined)

export const DeploymentConfig = z.object({
  siteName: plainName()
    .min(1, 'Please provide a name for your site before deploying.')
    .max(SITE_NAME_MAX, `At most ${SITE_NAME_MAX} characters`),
  description: z.string().trim().max(SITE_DESCRIPTION_MAX, `At most ${SITE_DESCRIPTION_MAX} characters`).default(''),
  primaryRegion: z.enum(REGIONS).default('uk'),
  defaultCurrency: z.enum(CURRENCIES).default('gbp'),
  domainName: DomainName,
  features: Features.default(ALL_FEATURES_ON),
  analyticsEnabled: z.boolean().default(false),
  /** What the copy starts with. */
  content: z.enum(STARTING_CONTENT).default('starter'),
})
export type DeploymentConfig = z.infer<typeof DeploymentConfig>

/** `invitation`: the token of an invitation link, for callers who may not launch without one. */
export const LaunchForm = DeploymentConfig.extend({ invitation: InvitationToken.optional() })

/** 128 random bits: a number would tell strangers how many launches there are, and lead them to the others. */
const LaunchId = z.string().regex(/^[\w-]{22}$/)

export const LAUNCH_STATES = ['creating', 'live', 'suspended', 'retired'] as const
/**
 * `address` is where the copy answers; with `servesDomains` it does so on its own domain name as well. `token` and `claimLink` are there only for whoever launched it:
 * the link makes the copy's first administrator, once, before `claimUntil`.
 */
export const Deployment = z.object({
  id: z.string(),
  state: z.enum(LAUNCH_STATES),
  name: z.string(),
  slug: z.string(),
  address: z.string(),
  servesDomains: z.boolean(),
  claimUntil: z.string(),
  token: z.string().optional(),
  claimLink: z.string().optional(),
})
export type Deployment = z.infer<typeof Deployment>

export const LAUNCHERS = ['everyone', 'members', 'nobody'] as const
/** What every launch requires. `members`: with a confirmed email address, or with an invitation. */
export const LaunchRules = z.object({
  launching: z.enum(LAUNCHERS),
  /** There are as many copies as this site can take. */
  isFull: z.boolean(),
})
export type LaunchRules = z.infer<typeof LaunchRules>
export const getLaunchRulesEndpoint = endpoint('GET /api/launching', {
  summary: 'Who may launch a copy, and whether there is room for one.',
  response: LaunchRules,
})

/** With such a key in its header a repeated request answers the same site. */
export const LAUNCH_KEY_PATTERN = /^[\w-]{20,100}$/
export const launchEndpoint = endpoint('POST /api/deployment', {
  summary: 'Launch a copy of the platform.',
  body: LaunchForm,
  response: Deployment,
  extraStatuses: [409],
  rateLimit: { max: 10, minutes: 60 },
  idempotencyKey: LAUNCH_KEY_PATTERN,
})
export const getDeploymentEndpoint = endpoint('GET /api/deployment/:id', {
  summary: 'The state of a copy; with its token also the claim link.',
  params: z.object({ id: LaunchId }),
  query: z.object({ token: z.string().max(100).optional() }),
  response: Deployment,
})
/** A token that is none opens nothing: the kit is not there (404). */
export const getKitEndpoint = endpoint('GET /api/deployment/:id/kit', {
  summary: 'What runs a copy on a server of one’s own, as a ZIP; only with its token.',
  params: z.object({ id: LaunchId }),
  query: z.object({ token: z.string().max(100).optional().catch(undefined) }),
  response: z.any(),
  contentType: 'application/zip',
  rateLimit: { max: 30, minutes: 60 },
})
