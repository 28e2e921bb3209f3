// The only script before the first paint: shows the stored light, keeps what is pressed early, and starts the application.

// src/ui/theme.ts does the rest.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}

// A button pressed before the page is alive is pressed again when it is (src/ui/alive.tsx). A form with an address of its own works without.
const pressed = new Set()
const keep = (event) => {
  const button = event.target.closest?.('button')
  if (!button) return
  if (button.type === 'submit' && button.form?.hasAttribute('action')) return
  event.preventDefault()
  pressed.add(button)
}
addEventListener('click', keep, true)
const pressAgain = () => {
  removeEventListener('click', keep, true)
  for (const button of pressed) if (button.isConnected) button.click()
}
document.addEventListener('alive', pressAgain, { once: true })

// Reading comes first: the scripts are asked for once there is something to see, so that letters and pictures do not wait for them.
let started = false
const start = () => {
  if (started) return
  started = true
  const files = JSON.parse(document.getElementById('files').textContent)
  for (const href of files) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  void import(files.at(-1))
}
addEventListener('DOMContentLoaded', () => {
  // A page in the background is not painted.
  if (document.visibilityState === 'hidden') return start()
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  setTimeout(start, 2000)
})
