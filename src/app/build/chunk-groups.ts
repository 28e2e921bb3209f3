/**
 * Assigns modules to shared chunks by the pages that import them. Rolldown splits the other modules into one chunk for each set of
 * importers.
 */
const root = new URL('../../../', import.meta.url).pathname

/** The entry, which is in no group: it awaits its page at the top level, so a page that imports its chunk would deadlock. */
const ENTRY = 'src/app/pages/entry-client.tsx'
/** The modules of these pages are loaded on every visit: the entry and the most frequent landing page. */
const FIRST_PAGES = [ENTRY, 'src/site/home/home.page.tsx']
/** Pages between which readers navigate. */
const READING_PAGES = [
  'src/site/articles/articles.page.tsx',
  'src/site/articles/article.page.tsx',
  'src/site/products/products.page.tsx',
  'src/site/products/product.page.tsx',
  'src/site/forum/forum.page.tsx',
  'src/site/forum/topic.page.tsx',
  'src/site/tools/tool.page.tsx',
]
/** Minimum number of reading pages that must import a module for it to be in their group. */
const MIN_READING_PAGES = 2

/** The part of Rolldown's `ChunkingContext` that this module uses. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/**
 * Creates the groups for `output.codeSplitting.groups`. A module belongs to the first group that takes it.
 * @see https://rolldown.rs/in-depth/manual-code-splitting
 */
export function createChunkGroups() {
  const importsByPage = new Map<string, ReadonlySet<string>>()
  const importsPage = (id: string, page: string, graph: ModuleGraph): boolean => {
    const modules = importsByPage.get(page) ?? listStaticImports(root + page, graph)
    importsByPage.set(page, modules)
    return modules.has(id)
  }
  const countPages = (pages: readonly string[], id: string, graph: ModuleGraph): number =>
    pages.filter((page) => importsPage(id, page, graph)).length
  return [
    // This chunk changes only if its packages do, so browsers still have it in their cache after most updates.
    { name: 'vendor', test: /node_modules\/(react|react-dom|react-router|scheduler|cookie)\// },
    { name: (id: string, graph: ModuleGraph) => (id !== root + ENTRY && countPages(FIRST_PAGES, id, graph) > 0 ? 'first' : null) },
    { name: (id: string, graph: ModuleGraph) => (countPages(READING_PAGES, id, graph) >= MIN_READING_PAGES ? 'reading' : null) },
  ]
}

/** @returns the ids of the module and its transitive static imports */
function listStaticImports(start: string, graph: ModuleGraph): ReadonlySet<string> {
  const visitedIds = new Set<string>()
  const pendingIds = [start]
  for (let id = pendingIds.pop(); id !== undefined; id = pendingIds.pop()) {
    if (visitedIds.has(id)) continue
    visitedIds.add(id)
    pendingIds.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  if (visitedIds.size === 1) throw new Error(`${start} is not in the module graph: correct the list of pages in chunk-groups.ts.`)
  return visitedIds
}
