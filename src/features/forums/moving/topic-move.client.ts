import { api } from '#platform/client/api.client.ts'

export const moveTopic = (id: number, categoryId: number) => api('POST /api/forums/:id/category', { params: { id }, body: { categoryId } })
