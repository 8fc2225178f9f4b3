import { useState } from 'react'

const key = 'readroom-series'
const roomy = '(min-width: 1280px)'

/** Keeps the series list open or closed as the reader left it. At first it is open if the screen has room. */
export function useSeriesRail() {
  const [isOpen, setOpen] = useState(() => {
    const chosen = localStorage.getItem(key)
    return chosen === null ? window.matchMedia(roomy).matches : chosen === 'open'
  })
  const onToggle = () => {
    localStorage.setItem(key, isOpen ? 'closed' : 'open')
    setOpen(!isOpen)
  }
  return { isOpen, onToggle }
}
