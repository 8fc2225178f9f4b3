import { AppWindow, Check, TriangleAlert } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { cx } from '../../../lib/cx.ts'
import type { Images } from '../parts/images/use-images.ts'
import type { Standing } from '../session/machine/events.ts'
import { useReadingState, useReadingStore } from '../session/reading-store.ts'

const words: Record<Standing, string> = {
  opening: 'Opening this study',
  same: 'Same study in both windows',
  other: 'The second window shows another study. Show the same study in both before you sign.',
}

/** Shows which study the separate images window displays. */
export function ImagesStrip({ images }: { images: Pick<Images, 'show' | 'bringBack'> }) {
  const inStep = useReadingState(useReadingStore(), 'standing')
  const Icon = inStep === 'same' ? Check : TriangleAlert
  return (
    <div
      role={inStep === 'other' ? 'alert' : 'status'}
      className={cx(
        'flex min-h-9 shrink-0 items-center gap-2 border-b border-line px-4 py-1 text-sm',
        inStep === 'other' ? 'bg-red-wash text-red-fg' : 'bg-canvas text-text-2',
      )}
    >
      <AppWindow size={14} className="shrink-0" aria-hidden />
      <span className="font-medium">Images in the second window</span>
      <span className={cx('inline-flex items-center gap-1.5', inStep === 'same' && 'text-green-fg')}>
        {inStep !== 'opening' && <Icon size={14} className="shrink-0" aria-hidden />}
        {words[inStep]}
      </span>
      <span className="ml-auto flex gap-1">
        <Button look="quiet" onClick={images.show}>
          Show second window
        </Button>
        <Button onClick={images.bringBack}>Bring images here</Button>
      </span>
    </div>
  )
}
