import { route } from '#platform/contract/route.ts'
import { suggestUsers } from './mentions/mention.service.ts'
import { uploadPostPicture } from './pictures/post-picture.service.ts'
import { previewMarkdown } from './post-markup.service.ts'
import { previewMarkdownEndpoint, suggestUsersEndpoint, uploadPostPictureEndpoint } from './writing.contract.ts'

export const writingRoutes = [
  route(previewMarkdownEndpoint, (ctx, { body }) => previewMarkdown(ctx, body)),
  route(uploadPostPictureEndpoint, (ctx, { query, body }) => uploadPostPicture(ctx, body as Buffer, query.alt)),
  route(suggestUsersEndpoint, (ctx, { query }) => suggestUsers(ctx, query.q)),
]
