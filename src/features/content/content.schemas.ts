/** Defines the schemas of the content files. Texts have the same limits as in the API. */
import { z } from '#platform/contract/zod.ts'
import { CaseStudyInput } from '#features/articles/case-studies/case-study.contract.ts'
import { EnquiryForm, ENQUIRY_STATUSES } from '#features/enquiries/enquiry.contract.ts'
import { NewTopic } from '#features/forums/topic.contract.ts'
import { NewReply } from '#features/forums/replies/reply.contract.ts'
import { NewReview } from '#features/reviews/review.contract.ts'

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const art = z.string().regex(/^\/art\/[a-z]+\/[a-z0-9-]+\.svg$/)
/** Age when the site is created, such as `20m`, `5h` or `3d`, which keeps demo conversations recent. */
const ago = z.string().regex(/^\d+[mhd]$/)
const timestamp = z.coerce.date().transform((date) => date.toISOString())
const rating = z.number().int().min(0).max(5)
/** Vote counts of a post; `insertVotes` assigns the voters. */
const votes = { helpful: z.number().int().min(1).optional(), unhelpful: z.number().int().min(1).optional() }

export const CategoryFile = z.array(
  z.strictObject({ id: z.number(), slug, name: z.string(), description: z.string(), iconName: z.string() }),
)
export const ExpertFile = z.array(
  z.strictObject({ id: z.number(), slug, name: z.string(), title: z.string(), interest: z.string(), bio: z.string(), avatar: art }),
)
export const ArticleFront = z.strictObject({
  title: z.string(),
  summary: z.string(),
  category: slug,
  author: slug,
  publishedAt: timestamp,
  checkedOn: z.iso.date().optional(),
  rating,
  image: art,
  caseStudy: CaseStudyInput.optional(),
})
export const ExpertArticleFront = z.strictObject({ title: z.string(), expert: slug, publishedAt: timestamp })
export const ProductFile = z.strictObject({
  name: z.string().min(3),
  category: slug,
  price: z.string().nullable(),
  description: z.string().min(10),
  image: art,
  isFeatured: z.boolean(),
  features: z.string(),
  technicalSpecs: z.string(),
})
export const BadgeFile = z.array(z.strictObject({ id: z.number(), name: z.string(), level: z.number().int().min(1).max(5) }))
export const UserFile = z.array(
  z.strictObject({
    id: z.number(),
    username: z.string(),
    displayName: z.string(),
    joined: ago,
    lastActive: ago,
  }),
)
export const TopicFile = z.array(
  z.strictObject({
    title: NewTopic.shape.title,
    category: slug,
    author: z.string(),
    ago,
    ...votes,
    views: z.number().int(),
    content: NewTopic.shape.content,
    replies: z.array(
      // `isAccepted`: whether the asker accepted the reply as the answer; for one reply of a question at most.
      z.strictObject({ author: z.string(), isAccepted: z.literal(true).optional(), ago, ...votes, content: NewReply.shape.content }),
    ),
  }),
)
export const ReviewFile = z.array(
  z.strictObject({
    product: slug,
    author: z.string(),
    rating: NewReview.shape.rating,
    title: NewReview.shape.title,
    content: NewReview.shape.content,
    ago,
    ...votes,
  }),
)
/** An enquiry; `member` is the sender's username if the sender was signed in. A completed enquiry verifies that member's later review of the product. */
export const EnquiryFile = z.array(
  z.strictObject({ ...EnquiryForm.shape, product: slug, status: z.enum(ENQUIRY_STATUSES), ago, member: z.string().optional() }),
)
/** Starter content of a launched site: slugs of demo articles and products, and texts that replace or extend demo content. */
export const StarterFile = z.strictObject({
  byline: z.string().min(1),
  articles: z.array(slug),
  products: z.array(slug),
  example: z.string().min(1),
  welcome: z.record(slug, z.string()),
})
export const AltFile = z.record(z.string(), z.string().nullable())
