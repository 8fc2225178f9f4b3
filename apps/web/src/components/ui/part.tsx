import { Component, type ReactNode, Suspense } from 'react'
import { cx } from '../../lib/cx.ts'
import { Button } from './button.tsx'
import { FormMessage } from './form-message.tsx'
import { ProgressLine } from './progress.tsx'
import { ReloadButton } from './reload-button.tsx'

type Props = {
  /** Shown while the part loads, instead of the line along the top of the window. */
  fallback?: ReactNode
  /** Set for a dialog. A failure is then shown above the page, and closing it calls this. */
  onClose?: () => void
  children: ReactNode
}

function Failure({ onClose }: Pick<Props, 'onClose'>) {
  const place = onClose ? 'fixed inset-x-4 bottom-4 z-(--z-dialog) mx-auto max-w-120 shadow-dialog' : 'm-3'
  return (
    <FormMessage tone="error" className={cx('grid justify-items-start gap-2.5', place)}>
      <p>This part could not be loaded. Your network may be down, or Readroom was updated.</p>
      <div className="flex flex-wrap items-center gap-2">
        <ReloadButton />
        {onClose && (
          <Button className="max-lg:h-11" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
    </FormMessage>
  )
}

/** A part of a page that is loaded when it is shown. A failure is shown in its place, and the rest of the page stays as it is. */
export class Part extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { fallback = <ProgressLine />, onClose, children } = this.props
    if (this.state.hasFailed) return <Failure {...(onClose && { onClose })} />
    return <Suspense fallback={fallback}>{children}</Suspense>
  }
}
