/** The accessibility tree of a page: its controls, with keys that identify them after a reload, and its text. */
import type { Page } from '@playwright/test'
import { PAGES } from '#features/pages/page-table.policy.ts'

/** Node of Playwright's `ariaSnapshotJSON()`. */
export interface TreeNode {
  role: string
  name?: string
  text?: string
  ref?: string
  url?: string
  active?: boolean
  disabled?: boolean
  checked?: boolean | 'mixed'
  cursor?: string
  children?: TreeNode[]
}

/** Identifies a control after a reload. */
export interface ControlPlace {
  /** Role, ancestors and name, without the parts that differ between rows. */
  key: string
  /** Index among controls with the same key, such as the buttons of a list's rows. */
  nth: number
}

export interface Control extends ControlPlace {
  role: string
  name: string
  ref: string
  /** Target of a link. */
  url: string | undefined
  isDisabled: boolean
  isFocused: boolean
  /** In the header, footer or back-office menu. */
  isOutsideMain: boolean
}

const CONTROL_ROLES = new Set(['button', 'link', 'tab', 'switch', 'checkbox', 'radio', 'menuitem', 'menuitemcheckbox', 'menuitemradio'])
/** Only one of each group is clicked. */
const CHOICE_ROLES = new Set(['checkbox', 'radio'])
const LAYER_ROLES = new Set(['dialog', 'alertdialog', 'menu'])
const REPEATED_ROLES = new Set(['row', 'listitem', 'article', 'cell', 'rowheader', 'figure'])
/** Transient messages, which are not part of a screen's state. */
const MESSAGE_ROLES = new Set(['status', 'alert'])

export async function readTree(page: Page): Promise<TreeNode> {
  const children = (await page.ariaSnapshotJSON({ mode: 'ai' })) as unknown as TreeNode[]
  return { role: 'document', children }
}

/** Lists open dialogs and menus, topmost last. */
export const layersOf = (tree: TreeNode): TreeNode[] => [...nodesOf(tree)].filter(({ role }) => LAYER_ROLES.has(role))

/** Lists the controls of the topmost dialog or menu, or else of the page. */
export function controlsOf(tree: TreeNode): Control[] {
  const controls: Control[] = []
  const counts = new Map<string, number>()
  const visit = (node: TreeNode, path: readonly string[], isRepeated: boolean, wasInMain: boolean) => {
    const isInMain = wasInMain && !isOfficeMenu(node)
    if (node.role === 'region' && node.name?.startsWith('Notifications')) return
    if (isControl(node) && node.ref) {
      const key = [...path, keyOf(node, isRepeated)].join(' > ')
      const nth = counts.get(key) ?? 0
      counts.set(key, nth + 1)
      controls.push({
        key,
        nth,
        role: node.role,
        name: node.name ?? textOf(node),
        ref: node.ref,
        url: node.url,
        isDisabled: node.disabled === true,
        isFocused: node.active === true,
        isOutsideMain: !isInMain,
      })
    }
    const step = stepOf(node, isRepeated)
    for (const child of node.children ?? [])
      visit(child, step ? [...path, step] : path, isRepeated || REPEATED_ROLES.has(node.role), isInMain || node.role === 'main')
  }
  const layer = layersOf(tree).at(-1)
  visit(layer ?? tree, [], false, layer !== undefined)
  return controls
}

/** Returns the control, or the last similar one when its row was removed. */
export function findControl(controls: readonly Control[], { key, nth }: ControlPlace): Control | undefined {
  const alike = controls.filter((one) => one.key === key)
  return alike[Math.min(nth, alike.length - 1)]
}

/** The back-office menu is inside the main landmark. */
const isOfficeMenu = ({ role, children = [] }: TreeNode) =>
  role === 'complementary' && children.some((child) => child.role === 'navigation' && child.name === 'Admin')

/** Clickable rows and selects also count as controls. */
const isControl = ({ role, cursor, children = [] }: TreeNode): boolean =>
  CONTROL_ROLES.has(role) ||
  (role === 'row' && cursor === 'pointer') ||
  (role === 'combobox' && children.some((child) => child.role === 'option'))

function stepOf({ role, name }: TreeNode, isRepeated: boolean): string | undefined {
  if (REPEATED_ROLES.has(role) || LAYER_ROLES.has(role)) return role
  if (isRepeated || !name || !['region', 'form', 'group', 'navigation', 'search', 'tabpanel', 'radiogroup'].includes(role)) return undefined
  return `${role} ${withoutDetails(name)}`
}

function keyOf(node: TreeNode, isRepeated: boolean): string {
  const { role, url } = node
  const name = node.name ?? textOf(node)
  if (role === 'link' && isRepeated) return `link to ${patternOf(url ?? '')}`
  if (CHOICE_ROLES.has(role) || role === 'row') return role
  return `${role} ${isRepeated ? withoutDetails(name).split(' ')[0] : withoutDetails(name)}`
}

const withoutDetails = (name: string) =>
  name
    .replaceAll(/[“"][^”"]*[”"]/g, '“…”')
    .replaceAll(/\d[\d,.]*/g, 'N')
    .trim()

/** Returns the path pattern of a URL: `/forum/12?page=2` becomes `/forum/:id`. */
export function patternOf(url: string): string {
  const path = url.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*/, '')
  const matches = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
  return PAGES.find(({ path: pattern }) => pattern === path)?.path ?? PAGES.find(({ path: pattern }) => matches(pattern))?.path ?? path
}

export function* nodesOf(node: TreeNode): Generator<TreeNode> {
  yield node
  for (const child of node.children ?? []) yield* nodesOf(child)
}

const textOf = (node: TreeNode): string =>
  [...nodesOf(node)]
    .map(({ text, name }) => text ?? name ?? '')
    .filter(Boolean)
    .join(' ')

/** Returns the content of the main landmark, a line per node, without messages and with normalised times. */
export function stateOf(tree: TreeNode): string[] {
  const main = [...nodesOf(tree)].find(({ role }) => role === 'main') ?? tree
  const lines: string[] = []
  const visit = (node: TreeNode) => {
    if (MESSAGE_ROLES.has(node.role)) return
    const { role, name, text, checked, disabled } = node
    if (role !== 'generic' || text !== undefined) {
      const words = [name, text, checked === undefined ? undefined : `checked=${checked}`, disabled ? 'disabled' : undefined]
      lines.push(withoutTimes([role, ...words.filter((word) => word !== undefined)].join(' ')))
    }
    // View counts change with each load.
    const isViewCount = (child: TreeNode, index: number) =>
      child.role === 'definition' && /^views?$/i.test(textOf(node.children?.[index - 1] ?? child))
    node.children?.filter((child, index) => !isViewCount(child, index)).forEach(visit)
  }
  visit(main)
  return lines
}

const withoutTimes = (line: string) =>
  line
    .replaceAll(/\b(just now|a moment ago|now|in a moment|(in )?(an?|\d+) (second|minute)s?( ago)?)\b/gi, 'TIME')
    .replaceAll(/\b\d{1,2}:\d{2}(:\d{2})?\b/g, 'TIME')

/** Returns all texts of the page, messages included. */
export const linesOf = (tree: TreeNode): string[] =>
  [...nodesOf(tree)].map((node) => node.text ?? (node.role === 'text' ? textOf(node) : (node.name ?? ''))).filter(Boolean)
