import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { LoadingView } from './loading-view.tsx'
import { TopNav } from './top-nav.tsx'

/** Shows the layout of pages below the top navigation. */
export default function NavLayout() {
  return (
    <div className="flex h-dvh flex-col print:block print:h-auto">
      <TopNav />
      <Suspense fallback={<LoadingView />}>
        <Outlet />
      </Suspense>
    </div>
  )
}
