import { useEffect, useState } from 'react'
import { type createBrowserRouter, useLocation } from 'react-router'
import { ProgressLine } from '../components/ui/progress-line.tsx'

type Router = ReturnType<typeof createBrowserRouter>

const shown = new EventTarget()
let shownPath = window.location.pathname

/** Tells that the page of the address is on screen. */
export function useShownPage(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    shownPath = pathname
    shown.dispatchEvent(new Event('change'))
  }, [pathname])
}

/** A key pressed meanwhile would act on a page that was left, and could open a study of it. The browser still has it. */
const keepFromPage = (event: KeyboardEvent) => event.stopImmediatePropagation()

/** The page that was left stays on screen while the next one loads: says so, and keeps its keys from doing anything. */
export function PageChange({ router }: { router: Router }) {
  const [isLeft, setIsLeft] = useState(false)
  useEffect(() => {
    const look = () => setIsLeft(router.state.location.pathname !== shownPath)
    const stop = router.subscribe(look)
    shown.addEventListener('change', look)
    look()
    return () => {
      stop()
      shown.removeEventListener('change', look)
    }
  }, [router])
  useEffect(() => {
    if (!isLeft) return
    window.addEventListener('keydown', keepFromPage, true)
    return () => window.removeEventListener('keydown', keepFromPage, true)
  }, [isLeft])
  return isLeft ? <ProgressLine /> : null
}
