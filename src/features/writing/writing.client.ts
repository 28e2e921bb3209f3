import { api, apiQuery } from '#platform/client/api.client.ts'

export type { PostPicture, UserSuggestion } from './writing.contract.ts'

export const previewMarkdown = (content: string) => api('POST /api/markdown-preview', { body: { content } })
/** Uploads a picture for a post that is being written. @throws ApiError if the server refuses it */
export const uploadPostPicture = (file: File, alt: string) => api('POST /api/post-pictures', { query: { alt }, file })
export const userSuggestionsQuery = (q: string) => apiQuery('GET /api/user-suggestions', { query: { q } })
