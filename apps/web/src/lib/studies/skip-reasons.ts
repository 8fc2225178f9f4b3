import type { SkipReason } from '@readroom/contracts/reading'

/** Why a reader goes past a study, in words. */
export const skipReasonWords: Record<SkipReason, string> = {
  specialty: 'Not my specialty',
  images: 'Images are missing or poor',
  information: 'Clinical information is missing',
  conflict: 'I know the patient',
  other: 'Another reason',
}
