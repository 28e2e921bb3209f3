/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listAllTopicsCall = { method: 'GET', path: '/api/admin/forums' } as const
export const listWaitingPostsCall = { method: 'GET', path: '/api/admin/waiting-posts' } as const
export const listAllRepliesCall = { method: 'GET', path: '/api/admin/forums/:id/replies' } as const
export const changeTopicCall = { method: 'PATCH', path: '/api/forums/:id' } as const
export const deleteTopicCall = { method: 'DELETE', path: '/api/forums/:id' } as const
export const changeReplyCall = { method: 'PATCH', path: '/api/forum-replies/:id' } as const
export const deleteReplyCall = { method: 'DELETE', path: '/api/forum-replies/:id' } as const
