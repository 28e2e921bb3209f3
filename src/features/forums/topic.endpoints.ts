/** Method and path of each call, and the limits of what is sent, without zod: the contract and the browser both read them here. */
export const listTopicsCall = { method: 'GET', path: '/api/forums' } as const
export const popularTopicsCall = { method: 'GET', path: '/api/forums/popular' } as const
export const topicsOfCategoryCall = { method: 'GET', path: '/api/forums/category/:categoryId' } as const
export const getTopicCall = { method: 'GET', path: '/api/forums/:id' } as const
export const postTopicCall = { method: 'POST', path: '/api/forums' } as const
export const listRepliesCall = { method: 'GET', path: '/api/forum-replies/:forumId' } as const
export const findReplyCall = { method: 'GET', path: '/api/forum-replies/:forumId/:replyId' } as const
export const postReplyCall = { method: 'POST', path: '/api/forum-replies' } as const

export const TOPIC_TITLE_MAX = 200
export const POST_CONTENT_MAX = 20_000
