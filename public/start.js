// The only script before the first paint: shows the stored theme and who is signed in, keeps what is pressed early, and starts the application.

// src/ui/styles/theme.ts does the rest.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}

// Who is signed in, by the hint cookie of the server (member-hint.service.ts). The hint grants no access, and its texts are only ever set as
// text. What is in the page for members is shown, and its gaps are filled as they are parsed, which is before they are painted. The application reads
// the session itself and replaces all of it.
const readHint = () => {
  try {
    const hint = JSON.parse(decodeURIComponent(/(?:^|; )(?:__Host-)?member=([^;]+)/.exec(document.cookie)[1]))
    return Number.isSafeInteger(hint.id) && hint.id > 0 ? hint : undefined
  } catch {}
}
const fillFrom = ({ id, name, avatar, unread }) => ({
  profile(link) {
    link.href = `/user/${id}`
    if (link.pathname === location.pathname) link.ariaCurrent = 'page'
  },
  own: (link) => (link.hidden = link.dataset.id !== String(id)),
  unread(count) {
    count.hidden = !(unread > 0)
    count.textContent = unread > 99 ? '99+' : Number(unread)
  },
  // As src/ui/pictures/avatar.tsx renders it.
  avatar(face) {
    face.dataset.colour = (id % 8) + 1
    const isUpload = /^\/uploads\/[\w.-]+$/.test(avatar)
    const content = document.createElement(isUpload ? 'img' : 'bdi')
    if (isUpload) Object.assign(content, { src: avatar, alt: '' })
    else content.textContent = (String(name).match(/[\p{L}\p{N}]/gu) ?? []).slice(0, 2).join('').toUpperCase() || '??'
    face.replaceChildren(content)
  },
})
const hint = readHint()
if (hint) {
  let isAdmin = false
  try {
    isAdmin = hint.role === 'admin' && localStorage.getItem('isAdmin') === 'true'
  } catch {}
  document.documentElement.dataset.member = isAdmin ? 'admin' : 'member'
  const fills = fillFrom(hint)
  const observer = new MutationObserver(() => {
    for (const gap of document.querySelectorAll('[data-hint]')) {
      fills[gap.dataset.hint]?.(gap)
      delete gap.dataset.hint
    }
  })
  observer.observe(document, { childList: true, subtree: true })
  addEventListener('DOMContentLoaded', () => observer.disconnect())
}

// Evening and night by the visitor's clock, which the server does not know, for scenes that follow it (src/ui/styles/tokens.css). Before the first paint: a browser
// may repaint only half of what depends on a colour scheme that changes, and a phone would paint its largest picture twice.
const lookAtClock = () => {
  const hour = new Date().getHours()
  document.documentElement.dataset.hour = hour >= 18 || hour < 7 ? 'dusk' : 'day'
}
lookAtClock()
setInterval(lookAtClock, 60_000)

// A button pressed before the page is hydrated is pressed again when it is (src/ui/hydration/hydration-marker.tsx). A form with its own action works without JavaScript:
// a search at once, and what is posted when the application has not come for so long that the page says so (src/ui/late-notice.css).
const LATE_MS = 10_000
let late = false
const pressed = new Set()
const goesAlone = ({ type, form }) => type === 'submit' && form?.hasAttribute('action') && (late || form.method === 'get')
const keep = (event) => {
  const button = event.target.closest?.('button')
  if (!button || goesAlone(button)) return
  event.preventDefault()
  pressed.add(button)
}
addEventListener('click', keep, true)
const pressAgain = () => {
  removeEventListener('click', keep, true)
  for (const button of pressed) if (button.isConnected) button.click()
}
document.addEventListener('hydrated', pressAgain, { once: true })
const goAlone = () => {
  late = true
  // The last form that was sent: two cannot be.
  const button = [...pressed].findLast(goesAlone)
  pressed.delete(button)
  button?.click()
}

// Reading comes first: the scripts are asked for once there is something to see, so that letters and pictures do not wait for them.
// A slow phone asks for them, and runs them, in a task for each: between two it scrolls and takes a touch.
const nextTask = () => new Promise((done) => setTimeout(done))
let started = false
const start = async () => {
  // Nothing listens for the end of the document unless it has to: the first picture of the page is made in the same task.
  if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', start)
  if (started) return
  started = true
  const timer = setTimeout(goAlone, LATE_MS)
  document.addEventListener('hydrated', () => clearTimeout(timer))
  const files = JSON.parse(document.getElementById('files').textContent)
  try {
    for (const href of files) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
      await nextTask()
    }
    for (const file of files) await import(file)
  } catch (fault) {
    goAlone()
    throw fault
  }
}
// A page in the background is not painted.
if (document.visibilityState === 'hidden') void start()
else {
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  setTimeout(start, 2000)
}
