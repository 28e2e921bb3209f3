/** The API's description for people: one page that needs no script, in the site's own hand. */
import type { ApiDocument, Operation } from '#platform/openapi.ts'
import { escape, prose, shapeLink, writeFields, writeNamedShape, writeShape } from './shapes.ts'

export interface ApiPage {
  site: string
  origin: string
  css: readonly string[]
}

const BADGES: Record<string, string> = { member: 'Members', admin: 'Administrators' }
const slug = (name: string) => name.toLowerCase().replaceAll(/[^a-z]+/g, '-')

export function writeApiPage(document: ApiDocument, { site, origin, css }: ApiPage): string {
  const title = `API · ${site}`
  const sheets = [...css, '/api/docs/style.css'].map((href) => `<link rel="stylesheet" href="${escape(href)}">`).join('')
  const head = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="light dark"><title>${escape(title)}</title>`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `${sheets}<script src="/api/docs/script.js"></script>`,
  ].join('')
  return `<!doctype html><html lang="en-GB"><head>${head}</head><body class="api">
<a class="api-skip" href="#calls">Skip to the calls</a>
<header class="api-top"><div class="container"><a href="/">${escape(site)}</a></div></header>
<main class="container">
<div class="api-lead"><h1>API</h1><p class="lead">${prose(document.info.description)}</p>
<p class="api-where"><code>${escape(origin)}</code> <a href="/api/openapi.json">OpenAPI ${escape(document.openapi)} document</a></p></div>
${callsOf(document)}
</main></body></html>`
}

/** The calls are the same on every site. */
const written = new WeakMap<ApiDocument['paths'], string>()
function callsOf(document: ApiDocument): string {
  const known = written.get(document.paths) ?? writeCalls(document)
  written.set(document.paths, known)
  return known
}

function writeCalls({ tags, paths, webhooks, components }: ApiDocument): string {
  const calls = Object.entries({ ...paths, ...webhooks }).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
  const links = [...tags.map(({ name }) => ({ name, href: `#${slug(name)}` })), { name: 'Shapes', href: '#shapes' }]
  const groups = tags.map(({ name, description }) => {
    const own = calls
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ path, method, operation }) => writeCall(method, path, operation, components.responses))
    return `<section class="api-group" aria-labelledby="${slug(name)}"><h2 id="${slug(name)}">${escape(name)}</h2><p>${prose(description)}</p>${own.join('\n')}</section>`
  })
  const shapes = Object.entries(components.schemas)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(
      ([name, schema]) =>
        `<div class="api-shape" id="shape-${escape(name)}"><h3>${escape(name)}</h3><div>${writeNamedShape(schema)}</div></div>`,
    )
  return `<div class="api-columns">
<div class="api-side"><search class="api-find" hidden><label for="find">Find a call</label><input class="control" id="find" type="search" autocomplete="off"><p class="hint" role="status"></p></search>
<nav aria-label="Groups"><ul>${links.map(({ name, href }) => `<li><a href="${href}">${escape(name)}</a></li>`).join('')}</ul></nav></div>
<div id="calls" tabindex="-1">${groups.join('\n')}
<section class="api-group" id="api-shapes" aria-labelledby="shapes"><h2 id="shapes">Shapes</h2><p>What calls take and answer, by name.</p>${shapes.join('\n')}</section></div></div>`
}

function writeCall(method: string, path: string, operation: Operation, shared: ApiDocument['components']['responses']): string {
  const access = operation.security[0]?.['session']?.[0]
  const badge = access ? ` <span class="api-access">${BADGES[access] ?? escape(access)}</span>` : ''
  const head = `<span class="api-method ${method}">${method.toUpperCase()}</span> <code class="api-path">${escape(path).replaceAll('/', '<wbr>/')}</code>${badge} <span class="api-about">${prose(operation.summary)}</span>`
  return `<details class="api-call" id="${operation.operationId}"><summary>${head}</summary><div class="api-body"><p>${prose(operation.description)}</p>${writeParameters(operation)}${writeBody(operation)}${writeAnswers(operation, shared)}</div></details>`
}

function writeParameters({ parameters }: Operation): string {
  if (!parameters.length) return ''
  const places = { path: 'in the path', query: '', header: 'a header' }
  const fields = parameters.map(({ name, in: place, required, schema, description }) => ({
    name,
    shape: schema,
    isRequired: required ?? false,
    note: [places[place], description].filter(Boolean).join('. '),
  }))
  return `<h3>Parameters</h3>${writeFields(fields)}`
}

function writeBody({ requestBody }: Operation): string {
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return body ? `<h3>Body</h3><p class="api-type">${escape(type ?? '')}</p><div>${writeNamedShape(body.schema)}</div>` : ''
}

function writeAnswers({ responses, security }: Operation, shared: ApiDocument['components']['responses']): string {
  const rows = Object.entries(responses).map(([status, declared]) => {
    const answer = '$ref' in declared ? shared[declared.$ref.split('/').at(-1) ?? ''] : declared
    const [type, content] = Object.entries(answer?.content ?? {})[0] ?? []
    const isFailure = Number(status) >= 400
    const shape = content && !isFailure ? ` <span class="api-type">${escape(type ?? '')}</span> ${writeShape(content.schema)}` : ''
    return `<li><b>${status}</b> <span>${prose(answer?.description ?? '')}${shape}</span></li>`
  })
  return `<h3>Answers</h3><ul class="api-answers">${rows.join('')}</ul>${security.length > 0 ? `<p class="api-note">From 400 on the body is ${shapeLink('Error')}.</p>` : ''}`
}
