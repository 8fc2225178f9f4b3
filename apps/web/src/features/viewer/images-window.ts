import { openWindow } from './open-viewer.ts'

/** One window of images for whoever reads, whatever study it shows. */
const windowName = 'readroom-reading-images'

/** The window, empty: what it showed before is gone. Null where the browser opens none. */
export function openImagesWindow(): Window | null {
  const opened = openWindow(windowName)
  if (opened && opened.location.href !== 'about:blank') {
    opened.close()
    return openWindow(windowName)
  }
  return opened
}
