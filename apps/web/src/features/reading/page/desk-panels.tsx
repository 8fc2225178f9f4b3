import { type ReactNode, useRef } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { setNoticePlace } from '../parts/signing/notice-place.ts'
import { useToastPlace } from './use-toast-place.ts'

type Props = {
  /** Null if the images are in the second window. */
  images: ReactNode
  report: ReactNode
}

/** Places the images beside the report. The user can move the line between them. */
export function DeskPanels({ images, report }: Props) {
  const layout = useDefaultLayout({ id: 'readroom-reading', storage: window.localStorage, panelIds: ['images', 'report'] })
  const reportPlace = useRef<HTMLDivElement>(null)
  useToastPlace(reportPlace)
  return (
    <Group orientation="horizontal" className="min-w-0 flex-1" {...layout}>
      {images && (
        <>
          <Panel id="images" defaultSize="58%" minSize="25%">
            {images}
          </Panel>
          <Separator
            aria-label="Width of the images"
            className="relative w-px bg-line-strong outline-offset-0! before:absolute before:inset-y-0 before:-left-1 before:w-2.5 hover:bg-accent data-[separator=active]:bg-accent"
          />
        </>
      )}
      <Panel id="report" minSize="25%" elementRef={reportPlace}>
        <div className="flex h-full min-w-0 flex-col">
          <div className="min-h-0 flex-1">{report}</div>
          {/* Beside the images, which it must not cover, and in the report's column, so that they keep their size. */}
          <div ref={setNoticePlace} className="shrink-0" />
        </div>
      </Panel>
    </Group>
  )
}
