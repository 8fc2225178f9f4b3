import { useEffect, useState } from 'react'
import { type createBrowserRouter, useLocation } from 'react-router-dom'
import { ProgressLine } from '../components/ui/progress.tsx'
import { useNewPage } from '../lib/hooks/use-title.ts'

type Router = ReturnType<typeof createBrowserRouter>

const shown = new EventTarget()
let shownPath = window.location.pathname

/** Records that the page for the current address is on screen. */
export function useShownPage(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    shownPath = pathname
    shown.dispatchEvent(new Event('change'))
  }, [pathname])
}

/** Keeps keys from the page that was left, where they could open a study. The browser still handles them. */
const keepFromPage = (event: KeyboardEvent) => event.stopImmediatePropagation()

/** Shows a progress line and blocks keys while the old page stays on screen and the next one loads. Says the name of the new page to screen readers. */
export function PageChange({ router }: { router: Router }) {
  const [isLeft, setIsLeft] = useState(false)
  const newPage = useNewPage()
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
  return (
    <>
      {isLeft && <ProgressLine />}
      <p role="status" className="sr-only">
        {newPage}
      </p>
    </>
  )
}
