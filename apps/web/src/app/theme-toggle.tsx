import { Moon, Sun } from 'lucide-react'
import { IconButton } from '../components/ui/icon-button.tsx'
import { chooseTheme, useTheme } from '../lib/theme.ts'

export function ThemeToggle({ wide = false }: { wide?: boolean }) {
  const dark = useTheme() === 'dark'
  const label = dark ? 'Use light theme' : 'Use dark theme'
  const icon = dark ? <Sun size={wide ? 18 : 15} /> : <Moon size={wide ? 18 : 15} />
  const toggle = () => chooseTheme(dark ? 'light' : 'dark')
  if (!wide) {
    return (
      <IconButton label={label} onClick={toggle}>
        {icon}
      </IconButton>
    )
  }
  return (
    <button
      type="button"
      onClick={toggle}
      className="flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-lg text-text-2 hover:bg-hover"
    >
      {icon} {label}
    </button>
  )
}
