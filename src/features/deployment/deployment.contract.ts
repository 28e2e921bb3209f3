/** Endpoints for launching a site with the deployment wizard and reading its state. */
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

/** Custom domain, of which scheme, path and trailing dot are removed; an empty text becomes undefined. */
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
  /** Content that the site has at first. */
  content: z.enum(STARTING_CONTENT).default('starter'),
})
export type DeploymentConfig = z.infer<typeof DeploymentConfig>

/** `invitation` is the token from an invitation link, for callers who may not launch without one. */
export const LaunchForm = DeploymentConfig.extend({ invitation: InvitationToken.optional() })

/** Public id with 128 random bits; sequential ids would disclose the number of launches and could be guessed. */
const LaunchId = z.string().regex(/^[\w-]{22}$/)

export const LAUNCH_STATES = ['creating', 'live', 'suspended', 'retired'] as const
/**
 * A launch. `address` is the URL of the site; if `servesDomains` is true, it can also have a custom domain. `token` and `claimLink` are
 * returned only to the caller who launched the site. The link creates the first administrator, once, before `claimUntil`.
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
/** Who may launch sites. With `members` these are members with a confirmed email address, and callers with an invitation. */
export const LaunchRules = z.object({
  launching: z.enum(LAUNCHERS),
  /** Whether the maximum number of tenant sites is reached. */
  isFull: z.boolean(),
})
export type LaunchRules = z.infer<typeof LaunchRules>
export const getLaunchRulesEndpoint = endpoint('GET /api/launching', {
  summary: 'Get who may launch a site, and whether the maximum number of sites is reached.',
  response: LaunchRules,
})

/** Format of the Idempotency-Key header; a request that is repeated with the same key returns the same site. */
export const LAUNCH_KEY_PATTERN = /^[\w-]{20,100}$/
export const launchEndpoint = endpoint('POST /api/deployment', {
  summary: 'Launch a site.',
  body: LaunchForm,
  response: Deployment,
  extraStatuses: [409],
  rateLimit: { max: 10, minutes: 60 },
  idempotencyKey: LAUNCH_KEY_PATTERN,
})
export const getDeploymentEndpoint = endpoint('GET /api/deployment/:id', {
  summary: 'Get the state of a launched site; with its token also the claim link.',
  params: z.object({ id: LaunchId }),
  query: z.object({ token: z.string().max(100).optional() }),
  response: Deployment,
})
/** The endpoint returns 404 without a valid token. */
export const getKitEndpoint = endpoint('GET /api/deployment/:id/kit', {
  summary: 'Download the kit for running the site on one’s own server, as a ZIP; requires its token.',
  params: z.object({ id: LaunchId }),
  query: z.object({ token: z.string().max(100).optional().catch(undefined) }),
  response: z.any(),
  contentType: 'application/zip',
  rateLimit: { max: 30, minutes: 60 },
})
