import type { AnnotationsInReport } from './use-annotations.ts'

/** The images beside a report, as far as its writer needs them. */
export type ImagesBeside = {
  /** Why the report can't be signed with these images, or null. */
  obstacle: string | null
  annotations: AnnotationsInReport
  /** Called when the writer asks to see the annotations behind a sentence. */
  onMeasured: (ids: readonly string[]) => void
  /** Returns true if the reader works in the images and the focus must stay there. */
  keepsFocus: () => boolean
}
