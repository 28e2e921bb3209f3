/** Contract of experts and their opinion articles. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id } from '#platform/contract/endpoint.ts'

export const Expert = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  /** Profession of the expert. */
  title: z.string(),
  avatarUrl: z.string(),
  interest: z.string(),
  bio: z.string(),
  /** Whether the expert is demo content: an invented person. */
  isDemo: z.boolean(),
})
export type Expert = z.infer<typeof Expert>

/** Article by an expert. Lists leave out `contentHtml`. */
export const ExpertArticle = z.object({
  id: z.number(),
  expertId: z.number(),
  title: z.string(),
  content: z.string(),
  contentHtml: z.string().optional(),
  publishedAt: z.string().nullable(),
  /** Whether the article is demo content, or its expert is. */
  isDemo: z.boolean(),
})
export type ExpertArticle = z.infer<typeof ExpertArticle>

const feature = 'expertAdvice' as const
export const listExpertsEndpoint = endpoint('GET /api/experts', {
  summary: 'List all experts.',
  response: z.array(Expert),
  list: true,
  feature,
})
export const listExpertArticlesEndpoint = endpoint('GET /api/expert-articles', {
  summary: 'List expert articles, newest first; `view=card` truncates the content.',
  query: z.object({ view: z.enum(['card', 'full']).default('full'), perPage: z.coerce.number().int().min(1).max(100).default(100) }),
  response: z.array(ExpertArticle),
  list: true,
  feature,
})
export const getExpertArticleEndpoint = endpoint('GET /api/expert-articles/:id', {
  summary: 'Get an expert article.',
  params: z.object({ id: Id }),
  response: ExpertArticle,
  feature,
})
