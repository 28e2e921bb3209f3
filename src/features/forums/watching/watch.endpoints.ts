/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const getTopicWatchCall = { method: 'GET', path: '/api/me/topic-watches/:topicId' } as const
export const setTopicWatchCall = { method: 'POST', path: '/api/me/topic-watches/:topicId' } as const
