import type { Role } from '@readroom/contracts/core/permissions'
import { useLayoutEffect, useSyncExternalStore } from 'react'

/** `public/theme.js` reads the same key before the first paint. */
const key = 'theme'
export type Theme = 'light' | 'dark'

const listeners = new Set<() => void>()
const current = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

function apply(theme: Theme) {
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

export function chooseTheme(theme: Theme) {
  localStorage.setItem(key, theme)
  apply(theme)
}

/** Applies the starting theme: dark for doctors, otherwise that of the system, which it follows. The user's own choice wins. */
export function useStartTheme(role: Role | null) {
  useLayoutEffect(() => {
    const system = window.matchMedia('(prefers-color-scheme: dark)')
    const follow = () => {
      if (!localStorage.getItem(key)) apply(role === 'doctor_account' || system.matches ? 'dark' : 'light')
    }
    follow()
    system.addEventListener('change', follow)
    return () => system.removeEventListener('change', follow)
  }, [role])
}

/** Shows the page in the light theme, because it represents paper. */
export function useAlwaysLight() {
  useLayoutEffect(() => {
    const before = current()
    apply('light')
    return () => apply(before)
  }, [])
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, current)
}
