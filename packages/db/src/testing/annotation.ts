import { randomUUID } from 'node:crypto'
import type { Annotation } from '@readroom/contracts/reading/annotations'

/** A length of 12.5 mm on an image. */
export const makeAnnotation = (
  of: Pick<Annotation, 'seriesInstanceUid' | 'sopInstanceUid'> & Partial<Annotation>,
): Annotation => ({
  id: randomUUID(),
  tool: 'Length',
  frame: null,
  frameOfReferenceUid: '1.2.3',
  points: [
    { patient: [0, 0, 0], image: [1, 1] },
    { patient: [12.5, 0, 0], image: [13.5, 1] },
  ],
  label: '',
  measured: [{ quantity: 'length', value: 12.5, unit: 'mm' }],
  ...of,
})
