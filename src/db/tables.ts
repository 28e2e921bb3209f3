/** The shape of one site's database after the last migration. Timestamps are ISO 8601 UTC strings on both engines. */
import type { Generated, Kysely } from 'kysely'

export type Moderation = 'visible' | 'waiting' | 'hidden'

export interface Tables {
  settings: { key: string; value: string }
  categories: { id: Generated<number>; slug: string; name: string; description: string; icon_name: string; is_demo: Generated<boolean> }
  users: {
    id: Generated<number>
    username: string
    username_key: string
    email: string | null
    password_hash: string | null
    display_name: string | null
    avatar_url: string | null
    is_admin: Generated<boolean>
    level: Generated<number>
    reputation_points: Generated<number>
    member_since: string
    last_active: string | null
    is_demo: Generated<boolean>
  }
  badges: { id: Generated<number>; name: string; level: number }
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
    summary: string | null
    content: string
    search_text: string
  }
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
    created_at: string
    is_demo: Generated<boolean>
    description: string
    features: string | null
    technical_specs: string | null
    search_text: string
  }
  reviews: {
    id: Generated<number>
    product_id: number
    user_id: number
    rating: number
    title: string
    content: string
    created_at: string
    is_verified: Generated<boolean>
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
    is_demo: Generated<boolean>
    content: string
    search_text: string
  }
  replies: {
    id: Generated<number>
    topic_id: number
    user_id: number
    content: string
    created_at: string
    status: Generated<Moderation>
    is_demo: Generated<boolean>
  }
  enquiries: {
    id: Generated<number>
    name: string
    email: string
    phone: string
    address: string
    notes: string | null
    customer_message: string | null
    product_id: number | null
    product_name: string
    product_price: string
    status: Generated<string>
    user_id: number | null
    created_at: string
    is_demo: Generated<boolean>
  }
  subscribers: { id: Generated<number>; email: string; created_at: string }
}

export type SiteDatabase = Kysely<Tables>
