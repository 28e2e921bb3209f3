import { api, apiQuery } from '#platform/client/api.client.ts'

export type { PostPicture, UserSuggestion } from './writing.contract.ts'

/** Renders a text that is being written. @param isPost whether it is a post of the forum, with pictures and mentions */
export const previewMarkdown = (content: string, isPost: boolean) => api('POST /api/markdown-preview', { body: { content, isPost } })
/** Uploads a picture for a post that is being written. @throws ApiError if the server refuses it */
export const uploadPostPicture = (file: File, alt: string) => api('POST /api/post-pictures', { query: { alt }, file })
export const userSuggestionsQuery = (q: string) => apiQuery('GET /api/user-suggestions', { query: { q } })
