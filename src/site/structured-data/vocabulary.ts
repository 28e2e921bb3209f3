/** The schema.org types that pages use. */
export type {
  AggregateOffer,
  AggregateRating,
  Article,
  BreadcrumbList,
  Comment,
  DiscussionForumPosting,
  ImageObject,
  InteractionCounter,
  Offer,
  Organization,
  Person,
  Product,
  ProfilePage,
  PropertyValue,
  Thing,
  WebSite,
} from 'schema-dts'
