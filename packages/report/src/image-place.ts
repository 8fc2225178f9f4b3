import type { ImagePlace } from '@readroom/contracts/reading/key-images'

/** `series 3, image 45`, with its frame if it is of several; empty if the image does not say its numbers. */
export function imagePlaceWords({ series, image, frame }: Pick<ImagePlace, 'series' | 'image' | 'frame'>): string {
  if (series === null || image === null) return ''
  return `series ${series}, image ${image}${frame === null ? '' : `, frame ${frame}`}`
}
