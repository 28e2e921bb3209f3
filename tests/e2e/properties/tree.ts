/** The accessibility tree of a page: its controls, each with a key that finds the same control again, and what a part of the page reads. */
import type { Page } from '@playwright/test'
import { PAGES } from '#features/pages/page-table.policy.ts'

/** As `ariaSnapshotJSON` writes it. */
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

/** Finds the same control after the page is loaded again. */
export interface ControlPlace {
  /** Role, parts around it, and name, without what differs between rows. */
  key: string
  /** Among those with the same key, such as the buttons of the rows of a list. */
  nth: number
}

export interface Control extends ControlPlace {
  role: string
  name: string
  ref: string
  /** Of a link. */
  url: string | undefined
  isDisabled: boolean
  isFocused: boolean
  /** In the header, the footer or the menu of the back-office. */
  isOutsideMain: boolean
}

const CONTROL_ROLES = new Set(['button', 'link', 'tab', 'switch', 'checkbox', 'radio', 'menuitem', 'menuitemcheckbox', 'menuitemradio'])
/** Only one of each group is pressed: they do the same. */
const CHOICE_ROLES = new Set(['checkbox', 'radio'])
const LAYER_ROLES = new Set(['dialog', 'alertdialog', 'menu'])
const REPEATED_ROLES = new Set(['row', 'listitem', 'article', 'cell', 'rowheader', 'figure'])
/** Messages that disappear by themselves are no part of the state of a screen. */
const MESSAGE_ROLES = new Set(['status', 'alert'])

export async function readTree(page: Page): Promise<TreeNode> {
  const children = (await page.ariaSnapshotJSON({ mode: 'ai' })) as unknown as TreeNode[]
  return { role: 'document', children }
}

/** The dialogs and menus that are open, the topmost last. */
export const layersOf = (tree: TreeNode): TreeNode[] => [...nodesOf(tree)].filter(({ role }) => LAYER_ROLES.has(role))

/** The controls of the topmost dialog or menu; of the whole page when none is open. */
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

/** The row may have gone meanwhile: the last one is taken then. */
export function findControl(controls: readonly Control[], { key, nth }: ControlPlace): Control | undefined {
  const alike = controls.filter((one) => one.key === key)
  return alike[Math.min(nth, alike.length - 1)]
}

/** It is within the main part of the page. */
const isOfficeMenu = ({ role, children = [] }: TreeNode) =>
  role === 'complementary' && children.some((child) => child.role === 'navigation' && child.name === 'Admin')

/** A row that opens what it shows, and a select, are controls as well. */
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

/** `/forum/12?page=2` is `/forum/:id`. */
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

/** What the main part of the page shows, a line for each node, without messages and with times made equal. */
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
    // Loading the page again is another view.
    const isViews = (child: TreeNode, at: number) => child.role === 'definition' && textOf(node.children?.[at - 1] ?? child) === 'Views'
    node.children?.filter((child, at) => !isViews(child, at)).forEach(visit)
  }
  visit(main)
  return lines
}

const withoutTimes = (line: string) =>
  line
    .replaceAll(/\b(just now|a moment ago|now|in a moment|(in )?(an?|\d+) (second|minute)s?( ago)?)\b/gi, 'TIME')
    .replaceAll(/\b\d{1,2}:\d{2}(:\d{2})?\b/g, 'TIME')

/** All words of the page, messages included. */
export const linesOf = (tree: TreeNode): string[] =>
  [...nodesOf(tree)].map((node) => node.text ?? (node.role === 'text' ? textOf(node) : (node.name ?? ''))).filter(Boolean)
