// Sets the theme before the first paint; a classic script file because the page allows no inline script. See src/lib/theme.ts.
try {
  const user = JSON.parse(sessionStorage.getItem('auth_user') ?? 'null')
  const theme = localStorage.getItem('theme') ?? (user?.role === 'doctor_account' ? 'dark' : 'light')
  document.documentElement.dataset.theme = theme === 'dark' ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.theme = 'light'
}
