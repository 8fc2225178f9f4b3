import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router-dom'
import { Brand } from '../components/ui/brand.tsx'
import { ReloadButton } from '../components/ui/reload-button.tsx'
import { useTitle } from '../lib/hooks/use-title.ts'
import { reloadAfterUpdate } from '../lib/load-failures.ts'
import { LoadingView } from './loading-view.tsx'
import { useShownPage } from './page-change.tsx'

/** Replaces a page that crashed or failed to load. Reloads by itself after an update of the portal. */
export function PageFailure() {
  const error = useRouteError()
  const [isFinal, setIsFinal] = useState(false)
  useTitle('Page not available')
  useShownPage()
  useEffect(() => void reloadAfterUpdate(error).then((reloads) => setIsFinal(!reloads)), [error])
  if (!isFinal) return <LoadingView />
  return (
    <main className="grid h-dvh place-content-center bg-surface px-6">
      <div role="alert" className="grid max-w-100 justify-items-center gap-2 text-center">
        <Brand className="mb-4 text-lg" size={24} />
        <h1 className="text-xl font-semibold">This page could not be loaded</h1>
        <p className="mb-2 text-text-2">Your network may be down, or Readroom was updated.</p>
        <ReloadButton />
      </div>
    </main>
  )
}
