/** Renders the OpenAPI document as one HTML page that works without JavaScript. */
import type { OpenApiOperation } from '#platform/openapi/openapi-operation.ts'
import type { ApiDocument } from '#platform/openapi/openapi.ts'
import { escapeForHtml, writeProse, writeSchemaLink, writeFields, writeNamedSchema, writeSchema } from './shapes.ts'

export interface ApiPage {
  site: string
  origin: string
  css: readonly string[]
}

const BADGES: Record<string, string> = { member: 'Members', admin: 'Administrators' }
const toElementId = (name: string) => name.toLowerCase().replaceAll(/[^a-z]+/g, '-')

export function writeApiPage(document: ApiDocument, { site, origin, css }: ApiPage): string {
  const title = `API · ${site}`
  const stylesheetLinks = [...css, '/api/docs/style.css'].map((href) => `<link rel="stylesheet" href="${escapeForHtml(href)}">`).join('')
  const head = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="light dark"><title>${escapeForHtml(title)}</title>`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `${stylesheetLinks}<script src="/api/docs/script.js"></script>`,
  ].join('')
  return `<!doctype html><html lang="en-GB"><head>${head}</head><body class="api">
<a class="api-skip" href="#calls">Skip to the calls</a>
<header class="api-top"><div class="container"><a href="/">${escapeForHtml(site)}</a></div></header>
<main class="container">
<div class="api-lead"><h1>API</h1><p class="lead">${writeProse(document.info.description)}</p>
<p class="api-where"><code>${escapeForHtml(origin)}</code> <a href="/api/openapi.json">OpenAPI ${escapeForHtml(document.openapi)} document</a></p></div>
${renderCalls(document)}
</main></body></html>`
}

/** Rendered calls, memoised because they are the same on every site. */
const renderedCalls = new WeakMap<ApiDocument['paths'], string>()
function renderCalls(document: ApiDocument): string {
  const html = renderedCalls.get(document.paths) ?? writeCalls(document)
  renderedCalls.set(document.paths, html)
  return html
}

function writeCalls({ tags, paths, webhooks, components }: ApiDocument): string {
  const calls = Object.entries({ ...paths, ...webhooks }).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
  const links = [...tags.map(({ name }) => ({ name, href: `#${toElementId(name)}` })), { name: 'Shapes', href: '#shapes' }]
  const groups = tags.map(({ name, description }) => {
    const groupCalls = calls
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ path, method, operation }) => writeCall(method, path, operation, components.responses))
    return `<section class="api-group" aria-labelledby="${toElementId(name)}"><h2 id="${toElementId(name)}">${escapeForHtml(name)}</h2><p>${writeProse(description)}</p>${groupCalls.join('\n')}</section>`
  })
  const shapes = Object.entries(components.schemas)
    .toSorted(([firstName], [secondName]) => firstName.localeCompare(secondName))
    .map(
      ([name, schema]) =>
        `<div class="api-shape" id="shape-${escapeForHtml(name)}"><h3>${escapeForHtml(name)}</h3><div>${writeNamedSchema(schema)}</div></div>`,
    )
  return `<div class="api-columns">
<div class="api-side"><search class="api-find" hidden><label for="find">Find a call</label><input class="control" id="find" type="search" autocomplete="off"><p class="hint" role="status"></p></search>
<nav aria-label="Groups"><ul>${links.map(({ name, href }) => `<li><a href="${href}">${escapeForHtml(name)}</a></li>`).join('')}</ul></nav></div>
<div id="calls" tabindex="-1">${groups.join('\n')}
<section class="api-group" id="api-shapes" aria-labelledby="shapes"><h2 id="shapes">Shapes</h2><p>What calls take and answer, by name.</p>${shapes.join('\n')}</section></div></div>`
}

function writeCall(method: string, path: string, operation: OpenApiOperation, shared: ApiDocument['components']['responses']): string {
  const access = operation.security[0]?.['session']?.[0]
  const badge = access ? ` <span class="api-access">${BADGES[access] ?? escapeForHtml(access)}</span>` : ''
  const head = `<span class="api-method ${method}">${method.toUpperCase()}</span> <code class="api-path">${escapeForHtml(path).replaceAll('/', '<wbr>/')}</code>${badge} <span class="api-about">${writeProse(operation.summary)}</span>`
  return `<details class="api-call" id="${operation.operationId}"><summary>${head}</summary><div class="api-body"><p>${writeProse(operation.description)}</p>${writeParameters(operation)}${writeBody(operation)}${writeResponses(operation, shared)}</div></details>`
}

function writeParameters({ parameters }: OpenApiOperation): string {
  if (!parameters.length) return ''
  const locations = { path: 'in the path', query: '', header: 'a header' }
  const fields = parameters.map(({ name, in: location, required, schema, description }) => ({
    name,
    shape: schema,
    isRequired: required ?? false,
    note: [locations[location], description].filter(Boolean).join('. '),
  }))
  return `<h3>Parameters</h3>${writeFields(fields)}`
}

function writeBody({ requestBody }: OpenApiOperation): string {
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return body ? `<h3>Body</h3><p class="api-type">${escapeForHtml(type ?? '')}</p><div>${writeNamedSchema(body.schema)}</div>` : ''
}

function writeResponses({ responses, security }: OpenApiOperation, shared: ApiDocument['components']['responses']): string {
  const rows = Object.entries(responses).map(([status, declared]) => {
    const response = '$ref' in declared ? shared[declared.$ref.split('/').at(-1) ?? ''] : declared
    const [type, content] = Object.entries(response?.content ?? {})[0] ?? []
    const isFailure = Number(status) >= 400
    const shape = content && !isFailure ? ` <span class="api-type">${escapeForHtml(type ?? '')}</span> ${writeSchema(content.schema)}` : ''
    return `<li><b>${status}</b> <span>${writeProse(response?.description ?? '')}${shape}</span></li>`
  })
  return `<h3>Answers</h3><ul class="api-answers">${rows.join('')}</ul>${security.length > 0 ? `<p class="api-note">From 400 on the body is ${writeSchemaLink('Error')}.</p>` : ''}`
}
