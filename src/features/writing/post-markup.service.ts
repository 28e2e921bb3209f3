/**
 * Renders posts of members. Their pictures and mentions depend on the site's data, so they are resolved after the cached rendering. Call
 * these functions outside transactions, so that no writer waits for the rendering.
 */
import { pathTo } from '#features/pages/page-url.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { renderDraft, renderMarkdown } from '#platform/markdown/markdown.ts'
import { parseUploadPath, toSrcSet } from '#ui/pictures/picture-sizes.ts'
import { BELOW_TABLET } from '#ui/styles/breakpoints.ts'
import * as mentions from './mentions/mention.queries.ts'
import { toPostPictureId } from './pictures/post-picture-id.policy.ts'
import * as pictures from './pictures/post-picture.queries.ts'

/** `<img>` as the sanitiser writes it. */
const PICTURE = /<img src="(\/uploads\/[^"]+)"(?: alt="([^"]*)")? \/>/g
const MENTION = /<span data-mention="([^"]+)">([^<]*)<\/span>/g

/** Returns the attributes of a picture that identify it; undefined if the post does not show it. */
type ResolvePicture = (name: string) => string | undefined

/** Renders a post, except its pictures and mentions, which `resolvePostMarkup` adds. */
export const renderPostMarkup = (ctx: Pick<Context, 'log'>, content: string): Promise<string> => renderMarkdown(ctx, content, 'post')

/** Adds the pictures and mentions to posts. It does not render, so that it can be called in a transaction. @returns their sanitised HTML */
export async function resolvePostMarkup(
  ctx: Context,
  posts: readonly { markup: string; post: pictures.PicturedPost }[],
): Promise<string[]> {
  const htmls = posts.map(({ markup }) => markup)
  const names = htmls.flatMap(listPictureNames)
  const sent = names.length > 0 ? await pictures.listSentPictures(ctx, names) : []
  const findUserId = await loadMentioned(ctx, htmls)
  return htmls.map((html, index) => {
    const post = posts[index]?.post
    const resolvePicture: ResolvePicture = (name) => {
      const picture =
        post && sent.find((row) => row.name === name && ('topicId' in post ? row.topicId === post.topicId : row.replyId === post.replyId))
      return picture && ` data-picture="${toPostPictureId(picture.id)}"`
    }
    return resolveMarkup(html, resolvePicture, findUserId)
  })
}

/** Renders a text that is being written. A post shows all pictures that the viewer has uploaded. */
export async function previewMarkdown(
  ctx: Context,
  { content, isPost }: { content: string; isPost: boolean },
): Promise<{ html: string; isPlain: boolean }> {
  const { html, isPlain } = await renderDraft(ctx, content, isPost ? 'post' : 'user')
  const names = listPictureNames(html)
  const rows = ctx.viewer && names.length > 0 ? await pictures.listPicturesOfMember(ctx, ctx.viewer.id, names) : []
  const resolvePicture: ResolvePicture = (name) => (rows.some((row) => row.name === name) ? '' : undefined)
  return { html: resolveMarkup(html, resolvePicture, await loadMentioned(ctx, [html])), isPlain }
}

const listPictureNames = (html: string): string[] =>
  html.includes('<img ') ? [...html.matchAll(PICTURE)].flatMap(([, url]) => parseUploadPath(url)?.name ?? []) : []

/** @returns a lookup of the member's id by username */
async function loadMentioned(ctx: Context, htmls: readonly string[]): Promise<(username: string) => number | undefined> {
  const names = new Set(
    htmls.flatMap((html) => (html.includes('data-mention') ? [...html.matchAll(MENTION)].map(([, name = '']) => name.toLowerCase()) : [])),
  )
  if (names.size === 0 || !ctx.site.settings.features.userAccounts) return () => undefined
  const users = new Map((await mentions.listUsersByName(ctx, [...names])).map(({ name, id }) => [name, id]))
  return (username) => users.get(username.toLowerCase())
}

/** Replaces mentions by links to profiles, and pictures that the post may not show by their alternative texts. */
function resolveMarkup(html: string, resolvePicture: ResolvePicture, findUserId: (username: string) => number | undefined): string {
  return html
    .replace(PICTURE, (_, url: string, alt = '') => {
      const upload = parseUploadPath(url)
      const attributes = upload && resolvePicture(upload.name)
      if (!upload || attributes === undefined) return alt
      const size = `width="${upload.width}" height="${upload.height}" srcset="${toSrcSet(upload, 'webp')}" sizes="${BELOW_TABLET} 100vw, 40rem"`
      return `<img src="${url}" alt="${alt}" ${size} loading="lazy"${attributes} />`
    })
    .replace(MENTION, (_, username: string, text: string) => {
      const id = findUserId(username)
      return id === undefined ? text : `<a href="${pathTo('/user/:id', { id })}">${text}</a>`
    })
}
