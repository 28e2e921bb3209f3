// Optional: applies the theme that the reader chose on the site, and filters calls by words.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}

addEventListener('DOMContentLoaded', () => {
  const box = document.querySelector('search')
  const [field, status] = [box.querySelector('input'), box.querySelector('[role=status]')]
  const calls = [...document.querySelectorAll('.api-call')]
  const groups = [...document.querySelectorAll('.api-group')]
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const call of calls) {
      const text = call.firstElementChild.textContent.toLowerCase()
      call.hidden = !words.every((word) => text.includes(word))
    }
    const shown = calls.filter((call) => !call.hidden).length
    for (const group of groups) group.hidden = words.length > 0 && !group.querySelector('.api-call:not([hidden])')
    status.textContent = words.length ? (shown === 1 ? '1 call' : `${shown || 'No'} calls`) : ''
  })
  box.hidden = false
})
