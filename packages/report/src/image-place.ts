import type { ImagePlace } from '@readroom/contracts/key-images'

/** `series 3, image 45`, with its frame where it is of several; empty where the image does not say its numbers. */
export function imagePlaceWords({ series, image, frame }: Pick<ImagePlace, 'series' | 'image' | 'frame'>): string {
  if (series === null || image === null) return ''
  return `series ${series}, image ${image}${frame === null ? '' : `, frame ${frame}`}`
}
