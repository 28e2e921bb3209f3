/** Limits that the server and the forms share. The browser loads this module, so it must not import zod. */
export const MAX_POST_PICTURES = 3
/** Maximum length in characters of a text that can be previewed. */
export const PREVIEW_MAX = 20_000
/** Minimum number of letters after an `@` for suggestions. */
export const MENTION_MIN = 2
export const MAX_SUGGESTIONS = 6
/** Maximum number of members that one post notifies by mentions. */
export const MAX_MENTION_NOTICES = 5
/** Time after which a picture that was not sent in a post is deleted. */
export const UNSENT_PICTURE_HOURS = 24
