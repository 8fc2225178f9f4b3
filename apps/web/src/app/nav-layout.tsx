import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { setNoticePlace } from '../features/reading/parts/signing/notice-place.ts'
import { LoadingView } from './loading-view.tsx'
import { PageTabs } from './page-tabs.tsx'
import { TopNav } from './top-nav.tsx'

/** Shows the layout of pages below the top navigation. */
export default function NavLayout() {
  return (
    <div className="flex h-dvh flex-col print:block print:h-auto">
      <TopNav />
      <PageTabs />
      <Suspense fallback={<LoadingView />}>
        <Outlet />
      </Suspense>
      <div ref={setNoticePlace} className="shrink-0 print:hidden" />
    </div>
  )
}
