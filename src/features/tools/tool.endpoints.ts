/** Method and path of each call, without zod: the contract and the browser's client both read them here. */
export const listToolsCall = { method: 'GET', path: '/api/tools' } as const
export const answerToolCall = { method: 'GET', path: '/api/tools/:tool' } as const
export const getToolFormCall = { method: 'GET', path: '/api/tools/:tool/form' } as const
