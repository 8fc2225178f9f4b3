import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import type { Slide } from './slides/slides.ts'

/** Shows more text on the subject of a slide. */
export default function LearnMoreDialog({ slide, onClose }: { slide: Slide; onClose: () => void }) {
  const footer = (
    <Button className="max-lg:h-11" onClick={onClose}>
      Close
    </Button>
  )
  return (
    <Dialog title={slide.title} footer={footer} onClose={onClose} width="max-w-120">
      <div className="grid gap-3 overflow-y-auto px-5 py-4 text-text-2 max-sm:text-lg">
        {slide.more.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Dialog>
  )
}
