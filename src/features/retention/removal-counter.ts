/** Counts the rows that a job takes away, without the job's doing anything for it. */
import type { KyselyPlugin, OperationNode, QueryId } from 'kysely'

export interface RemovalCounter {
  plugin: KyselyPlugin
  /** Rows that were deleted, or changed where that is what is counted. */
  count(): number
}

/** @param kind of the statements that are counted, on that table alone */
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
