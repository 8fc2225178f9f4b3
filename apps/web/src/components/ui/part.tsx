import { Component, type ReactNode, Suspense } from 'react'
import { cx } from '../../lib/cx.ts'
import { Button } from './button.tsx'
import { FormMessage } from './form-message.tsx'
import { ProgressLine } from './progress-line.tsx'
import { ReloadButton } from './reload-button.tsx'

type Props = {
  /** Shown while it loads, where that is not the line along the top of the window. */
  fallback?: ReactNode
  /** It would have been a dialog: its failure stands above the page, and goes with it. */
  onClose?: () => void
  children: ReactNode
}

function Failure({ onClose }: Pick<Props, 'onClose'>) {
  const place = onClose ? 'fixed inset-x-4 bottom-4 z-(--z-dialog) mx-auto max-w-120 shadow-dialog' : 'm-3'
  return (
    <FormMessage tone="error" className={cx('grid justify-items-start gap-2.5', place)}>
      <p>This could not be loaded. The network may be out, or Readroom was updated meanwhile.</p>
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

/** A part of a page that is loaded when it is shown. Where that fails it says so, and the page around it stays as it is. */
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
