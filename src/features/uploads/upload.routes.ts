import { route } from '#platform/contract/route.ts'
import { fetchPictureEndpoint, listUploadsEndpoint, uploadEndpoint } from './upload.contract.ts'
import { fetchRemotePicture } from './remote-picture.service.ts'
import { listUploads, storeUpload } from './upload.service.ts'

export const uploadRoutes = [
  route(fetchPictureEndpoint, (ctx, { body }) => fetchRemotePicture(ctx, body.url, body.alt)),
  route(listUploadsEndpoint, (ctx, { query }) => listUploads(ctx, query)),
  route(uploadEndpoint, (ctx, { query, body }) => storeUpload(ctx, body as Buffer, query.alt)),
]
