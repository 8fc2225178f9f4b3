// Sets the theme before the first paint; a classic script file because the page allows no inline script. See src/lib/theme.ts.
try {
  const user = JSON.parse(sessionStorage.getItem('auth_user') ?? 'null')
  // Radiologists start dark, and so do the pages around images, which have no session; everybody else as the system has it.
  const startsDark = user?.role === 'doctor_account' || location.pathname.startsWith('/archive-viewer/')
  const systemDark = matchMedia('(prefers-color-scheme: dark)').matches
  const theme = localStorage.getItem('theme') ?? (startsDark || systemDark ? 'dark' : 'light')
  document.documentElement.dataset.theme = theme === 'dark' ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.theme = 'light'
}
