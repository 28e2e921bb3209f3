/** The words of schema.org that our pages use, as types: what is misspelt or stands in the wrong place does not compile. */
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
