/** The API's description, made once and only when somebody asks: a start should not wait for it. */
import { pathTemplate, describeEndpoints, type ApiDocument, type ApiSite } from '#platform/openapi/openapi.ts'
import { endpointGroups } from '#app/registry.ts'
import { findSchemaNames } from './schema-names.ts'

let made: Promise<ApiDocument> | undefined
const describe = () => (made ??= findSchemaNames().then((names) => describeEndpoints(endpointGroups, names)))

/** As this site serves it. */
export const describeApiOf = async (site: ApiSite): Promise<ApiDocument> => pathTemplate(await describe(), site)
