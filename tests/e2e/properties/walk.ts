/** Walks one screen: clicks each control of the accessibility tree and checks the properties of every button, dialog and link. */
import { waitUntilSettled } from '../settled.ts'
import { readValues } from './fields.ts'
import { knownExceptionFor } from './known-exceptions.ts'
import { CANCEL, ScreenSession } from './screen-session.ts'
import { controlsOf, findControl, layersOf, linesOf, nodesOf, patternOf, readTree } from './tree.ts'
import type { Control, ControlPlace, TreeNode } from './tree.ts'
import type { Coverage, Finding, Property, WalkPlan } from './walk-plan.ts'

const MAX_DEPTH = 3
/** Time for a message to appear. */
const MESSAGE_TIMEOUT_MS = 3000
const FAILURE_TEXT = /fail|could ?n.t|could not|can.?t|cannot|error|again|problem|unable|wrong|offline|connection|\bnot \w+/i

export async function walk(plan: WalkPlan): Promise<{ findings: Finding[]; coverage: Coverage }> {
  const walker = new Walker(plan)
  await walker.start()
  return { findings: walker.findings, coverage: walker.coverage }
}

class Walker {
  readonly findings: Finding[] = []
  readonly coverage: Coverage = {
    controls: 0,
    links: 0,
    dialogs: 0,
    writes: [],
    refused: [],
    disabled: [],
    skipped: [],
  }
  readonly #plan: WalkPlan
  readonly #session: ScreenSession

  constructor(plan: WalkPlan) {
    this.#plan = plan
    this.#session = new ScreenSession(plan.site, plan.screen)
  }

  async start(): Promise<void> {
    try {
      const controls = await this.#session.reach([])
      this.#collectErrors('the page')
      await this.#explore([], controls ?? [])
    } finally {
      await this.#session.end()
    }
  }

  /** @param steps the controls that lead to this part of the screen */
  async #explore(steps: readonly ControlPlace[], controls: Control[]): Promise<void> {
    const { screen, choose, seen, pick, deadlineMs } = this.#plan
    const isNew = (control: Control) => !seen.has(control.key) && (screen.hasFrame || !control.isOutsideMain)
    const byKey = Map.groupBy(controls.filter(isNew), ({ key }) => key)
    for (const control of choose([...byKey.values()].map((alike) => pick(alike)))) {
      if (Date.now() > deadlineMs) {
        this.coverage.skipped.push(label(control))
        continue
      }
      // An earlier control may have opened a part with the same control.
      if (seen.has(control.key)) continue
      seen.add(control.key)
      await this.#try(steps, control)
    }
  }

  async #try(steps: readonly ControlPlace[], control: Control): Promise<void> {
    try {
      await (control.role === 'link' ? this.#follow(steps, control) : this.#press(steps, control))
    } catch (error) {
      this.#report(control, 'no errors', `the walk stopped: ${String(error).slice(0, 300)}`)
    }
  }

  async #follow(steps: readonly ControlPlace[], control: Control): Promise<void> {
    const { url = '', isOutsideMain } = control
    if (!url.startsWith('/') || /^\/(api|feed)|\.\w+$/.test(url.replace(/[?#].*/, ''))) return
    const target = `${isOutsideMain ? 'frame' : 'main'} ${patternOf(url)}`
    if (this.#plan.followed.has(target)) return
    this.#plan.followed.add(target)
    const link = findControl((await this.#session.reach(steps)) ?? [], control)
    if (!link) return
    this.coverage.links += 1
    await this.#session.click(link)
    this.#collectErrors(label(control))
  }

  /** The first click gets an injected failure, so that it changes nothing. */
  async #press(steps: readonly ControlPlace[], place: Control): Promise<void> {
    const session = this.#session
    await this.#sendEmpty(steps, place)
    const control = await session.findFilled(steps, place, true)
    if (control?.isDisabled) this.coverage.disabled.push(control.name)
    if (!control || control.isDisabled) return
    this.coverage.controls += 1
    const before = await readTree(session.page)
    const values = await readValues(session.page)
    const url = session.page.url()
    session.writes.setMode('fail')
    await session.click(control)
    if (session.writes.sent.length > 0) {
      await this.#expectFailureShown(control, 'a 500 response', before, values)
      await this.#loseConnection(steps, control, before)
      await this.#succeed(steps, control)
      return
    }
    this.#collectErrors(label(control))
    const hasLeft = session.page.isClosed() || withoutQuery(session.page.url()) !== withoutQuery(url)
    if (!hasLeft) await this.#checkOpened(steps, control, before)
  }

  /** Checks that a form with empty required fields is not sent and marks a field as invalid. */
  async #sendEmpty(steps: readonly ControlPlace[], place: Control): Promise<void> {
    const session = this.#session
    const control = findControl((await session.reach(steps)) ?? [], place)
    if (!control || control.isDisabled || !(await session.hasEmptyForm(control))) return
    session.writes.setMode('fail')
    await session.click(control)
    if (session.writes.sent.length > 0) this.#report(control, 'errors are named', 'the form was sent although required fields are empty')
    else if ((await session.page.locator('[aria-invalid=true], :user-invalid').count()) === 0)
      this.#report(control, 'errors are named', 'no field is marked as wrong')
    this.#collectErrors(label(control))
  }

  /** @param before the page before the first failure, as an inline message may persist from one failure to the next */
  async #expectFailureShown(control: Control, failure: string, before: TreeNode, values: Record<string, string>): Promise<void> {
    const { page } = this.#session
    let newLines: string[] = []
    const isShown = async () => {
      newLines = missing(linesOf(await readTree(page)), linesOf(before))
      return newLines.some((line) => FAILURE_TEXT.test(line))
    }
    const deadline = Date.now() + MESSAGE_TIMEOUT_MS
    while (!(await isShown()) && Date.now() < deadline) await this.#session.settle()
    if (!(await isShown())) this.#report(control, 'failure is visible', `after ${failure}: ${JSON.stringify(newLines.slice(0, 5))}`)
    const remaining = await readValues(page)
    const lost = Object.entries(values).filter(([field, value]) => value !== '' && remaining[field] !== value)
    for (const [field, value] of lost)
      this.#report(
        control,
        'input is preserved',
        `after ${failure}: ${field} was ${JSON.stringify(value)}, is ${JSON.stringify(remaining[field])}`,
      )
    this.#collectErrors(label(control))
  }

  async #loseConnection(steps: readonly ControlPlace[], control: Control, before: TreeNode): Promise<void> {
    const session = this.#session
    await session.dismissMessages()
    const again = await session.findAgain(steps, control)
    if (!again) return
    const values = await readValues(session.page)
    session.writes.setMode('abort')
    await session.click(again)
    if (session.writes.sent.length > 0) await this.#expectFailureShown(again, 'a lost connection', before, values)
  }

  async #succeed(steps: readonly ControlPlace[], control: Control): Promise<void> {
    const session = this.#session
    await session.dismissMessages()
    const again = await session.findAgain(steps, control)
    if (!again) return
    session.writes.takeErrors()
    session.writes.setMode('hold')
    await session.pressRepeatedly(again)
    if (session.writes.sent.length === 0) {
      // The previous failure may not have been rendered yet.
      await session.stableState()
      await session.pressRepeatedly(again)
    }
    const { sent, statuses, refusals } = session.writes
    const calls = Map.groupBy(sent, (call) => call)
    for (const [call, all] of calls) if (all.length > 1) this.#report(control, 'one request', `${call} was sent ${all.length} times`)
    if (sent.length === 0) this.#report(control, 'one request', 'nothing was sent on a click after a failure')
    const isRefused = statuses.some((status) => status >= 400)
    if (isRefused) this.coverage.refused.push(`${label(control)}: ${refusals.join(' ')}`)
    else if (sent.length > 0) {
      this.coverage.writes.push(`${label(control)}: ${[...calls.keys()].join(', ')}`)
      await this.#expectCurrentState(steps, control)
    }
    this.#collectErrors(label(control))
    if (!isRefused) await session.end()
  }

  /** Checks that the screen after the write shows the same as after a reload. */
  async #expectCurrentState(steps: readonly ControlPlace[], control: Control): Promise<void> {
    const session = this.#session
    await session.closeLayers()
    const shown = await session.stableState()
    await session.reload()
    let loaded = await session.stableState()
    if (isDifferent(shown, loaded) && (await session.repeat(steps))) loaded = await session.stableState()
    const difference = [
      ...missing(shown, loaded).map((line) => `only before: ${line}`),
      ...missing(loaded, shown).map((line) => `only after: ${line}`),
    ]
    if (difference.length > 0) this.#report(control, 'state is current', difference.slice(0, 6).join(' | '))
  }

  async #checkOpened(steps: readonly ControlPlace[], control: Control, before: TreeNode): Promise<void> {
    const session = this.#session
    const after = await readTree(session.page)
    const known = new Set(controlsOf(before).map(({ key }) => key))
    const opened = controlsOf(after).filter(({ key }) => !known.has(key))
    const isLayer = layersOf(after).length > layersOf(before).length
    if (!isLayer && opened.length === 0) return
    if (isLayer) {
      this.coverage.dialogs += 1
      await session.page.keyboard.press('Escape')
      await waitUntilSettled(session.page)
      const closed = await readTree(session.page)
      if (layersOf(closed).length > layersOf(before).length) this.#report(control, 'focus returns', 'Escape does not close what it opened')
      else this.#expectFocus(control, closed, 'Escape')
    }
    const cancel = opened.find(({ name, role }) => role === 'button' && CANCEL.test(name))
    const now = cancel && findControl((await session.reach([...steps, control])) ?? [], cancel)
    if (now) {
      await session.click(now)
      this.#expectFocus(control, await readTree(session.page), now.name)
    }
    this.#collectErrors(label(control))
    if (steps.length < MAX_DEPTH) await this.#explore([...steps, control], opened)
  }

  #expectFocus(opener: Control, tree: TreeNode, by: string): void {
    const controls = controlsOf(tree)
    const control = controls.find(({ key, nth }) => key === opener.key && nth === opener.nth)
    if (!control || control.isFocused) return
    const focused = [...nodesOf(tree)].findLast(({ active }) => active)
    this.#report(opener, 'focus returns', `after ${by} the focus is on ${focused ? `${focused.role} ${focused.name ?? ''}` : 'nothing'}`)
  }

  #collectErrors(control: string): void {
    for (const detail of new Set(this.#session.writes.takeErrors())) this.#add({ control, property: 'no errors', detail })
  }

  #report(control: Control, property: Property, detail: string): void {
    this.#add({ control: label(control), property, detail })
  }

  #add(finding: Finding): void {
    if (!knownExceptionFor(this.#plan.screen, finding)) this.findings.push(finding)
  }
}

const label = ({ role, name }: Control) => `${role} “${name.slice(0, 80)}”`
const withoutQuery = (url: string) => url.replace(/[?#].*/, '')

const isDifferent = (some: string[], others: string[]) => missing(some, others).length + missing(others, some).length > 0

/** @returns lines of the first list that are missing in the second, counting duplicates */
function missing(lines: string[], others: string[]): string[] {
  const remaining = [...others]
  return lines.filter((line) => {
    const index = remaining.indexOf(line)
    if (index >= 0) remaining.splice(index, 1)
    return index < 0
  })
}
