/** The shape of one site's database after the last migration. Timestamps are ISO 8601 UTC strings on both engines. */
import type { Generated, Kysely } from 'kysely'

export type Moderation = 'visible' | 'waiting' | 'hidden'

export type Publication = 'draft' | 'scheduled' | 'published'
export type VoteSubject = 'topic' | 'reply' | 'review'

/** A room may add the rows of its own tables here, in its `*.context.ts`: `declare module '#db/tables.ts' { interface Tables { … } }`. */
export interface Tables {
  settings: { key: string; value: string }
  categories: { id: Generated<number>; slug: string; name: string; description: string; icon_name: string; is_demo: Generated<boolean> }
  users: {
    id: Generated<number>
    username: string
    username_key: string
    /** The address of the account: its owner has followed a link to it, or an administrator or a claim has set it. */
    email: string | null
    /** When the owner of `email` followed a link to it; `null` for an address that was only set. */
    email_proved_at: string | null
    /** What they gave and have not proved. Several accounts may have the same. */
    unconfirmed_email: string | null
    password_hash: string | null
    display_name: string | null
    avatar_url: string | null
    is_admin: Generated<boolean>
    level: Generated<number>
    reputation_points: Generated<number>
    member_since: string
    last_active: string | null
    /** Since when the member may read but not post. */
    restricted_at: string | null
    /** An account that was closed: its posts stay, under the name "Deleted member". */
    deleted_at: string | null
    totp_secret: string | null
    /** Set once the first code was right; before that the secret counts for nothing. */
    totp_since: string | null
    passkey_since: string | null
    search_text: Generated<string>
    is_demo: Generated<boolean>
  }
  sessions: {
    id: Generated<number>
    user_id: number
    token_hash: string
    browser: string
    created_at: string
    last_seen_at: string
    expires_at: string
  }
  known_browsers: { user_id: number; token_hash: string; last_used_at: string }
  given_up_usernames: { name_hash: string; user_id: number | null; given_up_at: string }
  sign_in_failures: { key: string; failures: number; last_at: string; blocked_until: string | null }
  one_time_tokens: { token_hash: string; purpose: string; user_id: number | null; email: string | null; expires_at: string }
  recovery_codes: { user_id: number; code_hash: string }
  mails: {
    id: Generated<number>
    to_address: string
    subject: string
    created_at: string
    sent_at: string | null
    attempts: Generated<number>
    last_error: string | null
    body: string
    reply_to: string | null
    unsubscribe_url: string | null
    /** JSON: what its HTML part is made of; null: it has none. */
    content: Generated<string | null>
    /** JSON: the list that it belongs to. */
    list: Generated<string | null>
    /** Why it may go to an address that is on the suppression list: `asked`, `security`; null for all others. */
    purpose: string | null
    /** It stays here, as its address is on that list. */
    suppressed_at: string | null
  }
  badges: { id: Generated<number>; name: string; level: number; description: Generated<string> }
  user_badges: { user_id: number; badge_id: number; earned_at: string }
  experts: {
    id: Generated<number>
    slug: string
    name: string
    title: string
    avatar_url: string
    interest: string
    bio: string
    is_demo: Generated<boolean>
  }
  articles: {
    id: Generated<number>
    slug: string
    title: string
    category_id: number | null
    author_id: number | null
    author_name: string | null
    published_at: string | null
    rating: number | null
    views: Generated<number>
    featured_image: string | null
    image_alt: string | null
    is_demo: Generated<boolean>
    status: Generated<Publication>
    summary: string | null
    content: string
    search_text: string
    /** When its page last changed; null: not since it appeared. So for products, with their reviews, and topics, with their replies. */
    changed_at: Generated<string | null>
    /** The day its figures were last gone through: `2026-11-02`. */
    checked_on: Generated<string | null>
    version: Generated<number>
  }
  old_slugs: { kind: 'article' | 'product'; slug: string; subject_id: number }
  /** Pages that were public and were deleted: the slug of an article or product, the id of a topic. */
  gone_addresses: { kind: 'article' | 'product' | 'topic'; key: string; subject_id: number; gone_at: string }
  expert_articles: {
    id: Generated<number>
    expert_id: number
    title: string
    published_at: string | null
    is_demo: Generated<boolean>
    content: string
  }
  products: {
    id: Generated<number>
    slug: string
    name: string
    name_key: string
    category_id: number | null
    price: string | null
    price_amount: number | null
    price_unit: string | null
    price_low: number
    price_high: number
    image: string | null
    image_alt: string | null
    is_featured: Generated<boolean>
    rating_sum: Generated<number>
    review_count: Generated<number>
    average_rating: Generated<number>
    /** The mean pulled towards the category's: what the site recommends by. 0 without reviews. */
    score: Generated<number>
    created_at: string
    is_demo: Generated<boolean>
    description: string
    features: string | null
    technical_specs: string | null
    search_text: string
    changed_at: Generated<string | null>
    /** By which reader of specifications its figures were read. */
    figures_version: Generated<number>
    version: Generated<number>
  }
  /** The numbers that a list of products can be narrowed by, in the unit of their figure. They follow from the product. */
  product_figures: { product_id: number; key: string; category_id: number; number: number }
  reviews: {
    id: Generated<number>
    product_id: number
    user_id: number
    rating: number
    title: string
    content: string
    created_at: string
    is_verified: Generated<boolean>
    /** By what: an enquiry that was completed here, or evidence that an administrator has seen. Null: it is not. */
    verified_by: Generated<'enquiry' | 'evidence' | null>
    /** How long its writer had the thing. */
    owned_months: Generated<number | null>
    edited_at: Generated<string | null>
    /** What the maker or the site says to it, in public. */
    answer: Generated<string | null>
    answer_from: Generated<'maker' | 'site' | null>
    answered_at: Generated<string | null>
    /** Title and text, folded. */
    search_text: Generated<string>
    upvotes: Generated<number>
    downvotes: Generated<number>
    is_demo: Generated<boolean>
  }
  topics: {
    id: Generated<number>
    title: string
    category_id: number | null
    user_id: number
    created_at: string
    active_at: string
    views: Generated<number>
    reply_count: Generated<number>
    status: Generated<Moderation>
    is_pinned: Generated<boolean>
    is_locked: Generated<boolean>
    upvotes: Generated<number>
    downvotes: Generated<number>
    is_demo: Generated<boolean>
    content: string
    search_text: string
    changed_at: Generated<string | null>
    version: Generated<number>
  }
  replies: {
    id: Generated<number>
    topic_id: number
    user_id: number
    content: string
    created_at: string
    status: Generated<Moderation>
    /** When it was let in after waiting: later ones may have been told of already. */
    approved_at: Generated<string | null>
    upvotes: Generated<number>
    downvotes: Generated<number>
    is_demo: Generated<boolean>
  }
  point_entries: {
    id: Generated<number>
    user_id: number
    points: number
    reason: string
    subject_type: VoteSubject | null
    subject_id: number | null
    created_at: string
  }
  votes: { user_id: number; subject_type: VoteSubject; subject_id: number; value: number; created_at: string }
  trash: {
    id: Generated<number>
    kind: string
    subject_id: number
    title: string
    deleted_at: string
    deleted_by: number | null
    rows: string
  }
  audit_entries: {
    id: Generated<number>
    at: string
    user_id: number | null
    action: string
    subject_type: string
    subject_id: number | null
    subject_title: string
    /** JSON: only the fields that changed. */
    before: string | null
    after: string | null
  }
  /** Counts of a day (UTC, `2026-01-31`). */
  page_views: { day: string; path: string; views: number }
  page_visitors: { day: string; visitors: number }
  launches: {
    id: Generated<number>
    /** Random: what others see of it in place of its number. */
    public_id: string
    slug: string
    /** Proven to be its owner's, and so answered on. */
    domain_name: string | null
    /** Asked for at the launch, proven or not. */
    wanted_domain: string | null
    /** What the TXT record is to say. */
    domain_token: string | null
    /** What was missing at the last check; null when nothing was. */
    domain_problem: string | null
    domain_checked_at: string | null
    domain_check_at: string | null
    /** Since when the record of a proven name has not been there. */
    domain_missing_since: string | null
    /** Checks without success, one after the other. */
    domain_failures: Generated<number>
    name: string
    state: 'creating' | 'live' | 'suspended' | 'retired'
    /** JSON: what was chosen in the assistant. */
    config: string
    key_hash: string
    created_at: string
    claim_until: string
    user_id: number | null
  }
  uploads: {
    id: Generated<number>
    name: string
    width: number
    height: number
    alt: string
    bytes: number
    user_id: number | null
    created_at: string
  }
  /** Of the site, on a PostgreSQL server; see stored-files.ts. Elsewhere they lie in a folder, and this is empty. */
  files: { id: Generated<number>; folder: string; name: string; bytes: number; created_at: string }
  file_chunks: { file_id: number; number: number; content: Uint8Array }
  /** Of the whole installation, and so of the main site alone. Without an end: under way, or broken off. */
  backups: {
    id: Generated<number>
    started_at: string
    finished_at: string | null
    file: string
    bytes: number | null
    error: string | null
  }
}

export type SiteDatabase = Kysely<Tables>
