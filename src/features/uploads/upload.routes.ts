import { door } from '#platform/door.ts'
import { listUploadsEndpoint, uploadEndpoint } from './upload.contract.ts'
import { listUploads, storeUpload } from './upload.service.ts'

export const uploadRoutes = [
  door(listUploadsEndpoint, (ctx, { query }) => listUploads(ctx, query)),
  door(uploadEndpoint, (ctx, { query, body }) => storeUpload(ctx, body as Buffer, query.alt)),
]
