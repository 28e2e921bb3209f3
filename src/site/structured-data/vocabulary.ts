/** The schema.org types of the data that pages contain. */
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
