/** Renders pages from the source with Vite, in the same process and on the same port. For development only. */
import middie from '@fastify/middie'
import type { FastifyInstance } from 'fastify'
import { createServer, type ViteDevServer } from 'vite'
import { clearPictureCache } from '#features/pictures/picture.service.ts'
import { createDevPages } from '#platform/pages/page-renderer.ts'

/** Entry module that starts React Refresh; the Content-Security-Policy forbids inline scripts also in development. */
const DEV_ENTRY = [
  "import '/@vite/client'",
  "import { injectIntoGlobalHook } from '/@react-refresh'",
  'injectIntoGlobalHook(window)',
  'window.$RefreshReg$ = () => {}',
  'window.$RefreshSig$ = () => (type) => type',
  "await import('/src/app/pages/entry-client.tsx')",
].join('\n')

export function openDevPages(root: string) {
  let vite: ViteDevServer | undefined
  const load = async (path: string) => {
    if (!vite) throw new Error('Vite is not attached.')
    return vite.ssrLoadModule(path)
  }
  return {
    renderer: createDevPages(load),
    /** Vite's HMR WebSocket shares the server's port. */
    async attach(app: FastifyInstance) {
      vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true, hmr: { server: app.server } } })
      const { middlewares, watcher } = vite
      watcher.add(`${root}/content/art`).on('change', clearPictureCache)
      await app.register(middie)
      app.use((request, response, next) => {
        if (request.url === '/@dev-entry.js') return void response.setHeader('content-type', 'text/javascript').end(DEV_ENTRY)
        middlewares(request, response, next)
      })
      app.addHook('onClose', () => vite?.close())
    },
  }
}
