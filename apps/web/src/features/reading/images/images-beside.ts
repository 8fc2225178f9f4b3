import type { AnnotationsInReport } from './use-annotations.ts'

/** The images beside a report, as far as its writer needs them. */
export type ImagesBeside = {
  annotations: AnnotationsInReport
  /** Called when the writer asks to see the annotations behind a sentence. */
  onMeasured: (ids: readonly string[]) => void
  /** Returns true if the reader works in the images and the focus must stay there. */
  keepsFocus: () => boolean
}
