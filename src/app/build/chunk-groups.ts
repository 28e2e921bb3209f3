/** Assigns modules to shared chunks, by the pages that import them. Rolldown splits the rest: one chunk for each set of importers. */
const root = new URL('../../../', import.meta.url).pathname

/** In no group: it has a top-level await for its page, so a page that imports its chunk would deadlock. */
const ENTRY = 'src/app/pages/entry-client.tsx'
/** Loaded on every visit: the entry, and the most frequent landing page. */
const FIRST_PAGES = [ENTRY, 'src/site/home/home.page.tsx']
/** Pages that readers navigate between. */
const READING_PAGES = [
  'src/site/articles/articles.page.tsx',
  'src/site/articles/article.page.tsx',
  'src/site/products/products.page.tsx',
  'src/site/products/product.page.tsx',
  'src/site/forum/forum.page.tsx',
  'src/site/forum/topic.page.tsx',
  'src/site/tools/tool.page.tsx',
]
/** Modules imported by fewer of these pages are not in the group. */
const MIN_READING_PAGES = 2

/** The used part of Rolldown's `ChunkingContext`. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/**
 * Creates the groups for `output.codeSplitting.groups`. A module belongs to the first group that takes it.
 * @see https://rolldown.rs/in-depth/manual-code-splitting
 */
export function createChunkGroups() {
  const known = new Map<string, ReadonlySet<string>>()
  const importsPage = (id: string, page: string, graph: ModuleGraph): boolean => {
    const modules = known.get(page) ?? listStaticImports(root + page, graph)
    known.set(page, modules)
    return modules.has(id)
  }
  const countPages = (pages: readonly string[], id: string, graph: ModuleGraph): number =>
    pages.filter((page) => importsPage(id, page, graph)).length
  return [
    // Changes only with its packages, so browsers have it cached after most updates.
    { name: 'vendor', test: /node_modules\/(react|react-dom|react-router|scheduler|cookie)\// },
    { name: (id: string, graph: ModuleGraph) => (id !== root + ENTRY && countPages(FIRST_PAGES, id, graph) > 0 ? 'first' : null) },
    { name: (id: string, graph: ModuleGraph) => (countPages(READING_PAGES, id, graph) >= MIN_READING_PAGES ? 'reading' : null) },
  ]
}

/** @returns the ids of the module and its transitive static imports */
function listStaticImports(start: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  if (found.size === 1) throw new Error(`${start} is not in the module graph: correct the list of pages in chunk-groups.ts.`)
  return found
}
