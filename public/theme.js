// Shows the stored light before the first paint. src/ui/theme.ts does the rest.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}
