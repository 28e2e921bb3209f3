/** Creates the OpenAPI document on the first request, so that it does not delay the startup. */
import { addSiteInfo, describeEndpoints, type ApiDocument, type ApiSite } from '#platform/openapi/openapi.ts'
import { endpointGroups } from '#app/registry.ts'
import { findSchemaNames } from './schema-names.ts'

let cachedDocument: Promise<ApiDocument> | undefined
const describeApi = () => (cachedDocument ??= findSchemaNames().then((names) => describeEndpoints(endpointGroups, names)))

/** Returns the document with the site's name and origin. */
export const describeApiOf = async (site: ApiSite): Promise<ApiDocument> => addSiteInfo(await describeApi(), site)
