import { route } from '#platform/route.ts'
import { listUploadsEndpoint, uploadEndpoint } from './upload.contract.ts'
import { listUploads, storeUpload } from './upload.service.ts'

export const uploadRoutes = [
  route(listUploadsEndpoint, (ctx, { query }) => listUploads(ctx, query)),
  route(uploadEndpoint, (ctx, { query, body }) => storeUpload(ctx, body as Buffer, query.alt)),
]
