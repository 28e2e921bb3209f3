/** Kysely plugin that counts the rows which a retention job deletes or anonymises. */
import type { KyselyPlugin, OperationNode, QueryId } from 'kysely'

export interface RemovalCounter {
  plugin: KyselyPlugin
  /** Returns the number of affected rows of the counted statements. */
  count(): number
}

/** @param kind statements to count: deletes, or updates for anonymisation @param table table whose statements are counted */
export function createRemovalCounter(kind: 'DeleteQueryNode' | 'UpdateQueryNode', table: string): RemovalCounter {
  const counted = new WeakSet<QueryId>()
  let removed = 0
  return {
    count: () => removed,
    plugin: {
      transformQuery({ node, queryId }) {
        if (node.kind === kind && tableOf(node) === table) counted.add(queryId)
        return node
      },
      async transformResult({ queryId, result }) {
        if (counted.has(queryId)) removed += Number(result.numAffectedRows ?? result.rows.length)
        return result
      },
    },
  }
}

interface NamedNode extends OperationNode {
  table?: NamedNode
  identifier?: { name?: string }
  from?: { froms: readonly NamedNode[] }
}

function tableOf(node: NamedNode): string | undefined {
  const table = node.from?.froms[0] ?? node.table
  const named = table?.table ?? table
  return named?.identifier?.name
}
