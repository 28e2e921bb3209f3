import { expertsQuery } from '#features/experts/expert.client.ts'
import { aboutQuery } from '#features/sites/site.client.ts'
import { load } from '#site/load.ts'

export const loader = load((page) => Promise.all([page.need(aboutQuery()), page.want(expertsQuery())]))
