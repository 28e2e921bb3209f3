/** All addresses of the pages: the public site, and the back-office in the same frame. */
import { adminRoutes } from '#admin/routes.tsx'
import { siteRoutes } from '#site/routes.tsx'

export const routes = siteRoutes(adminRoutes)
