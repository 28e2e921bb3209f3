import { expertsQuery } from '#features/experts/expert.client.ts'
import { aboutQuery } from '#features/sites/site.client.ts'
import { load } from '#platform/page-load.client.ts'

export const loader = load((page) => Promise.all([page.need(aboutQuery()), page.want(expertsQuery())]))
