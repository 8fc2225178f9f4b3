/** Positions OHIF's images in the space the page leaves for them, by properties that layer.css reads. */
export function placeImages(frame) {
  const root = document.documentElement
  const measure = () => {
    const { top, left, width, height } = frame.getBoundingClientRect()
    for (const [name, value] of Object.entries({ top, left, width, height })) root.style.setProperty(`--ph-${name}`, `${value}px`)
  }
  const observer = new ResizeObserver(measure)
  observer.observe(frame)
  window.addEventListener('resize', measure)
  measure()
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', measure)
  }
}
