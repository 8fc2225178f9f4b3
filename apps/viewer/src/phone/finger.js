/** The tools for one finger on the image. Two fingers always zoom and move. */
export const fingerTools = [
  ['StackScroll', 'Through the images'],
  ['WindowLevel', 'Window'],
  ['Pan', 'Move'],
  ['Length', 'Measure'],
]

const tapped = 'CORNERSTONE_TOOLS_TAP'

/** Sets the tool for one finger, and calls `fit` on a double tap. */
export function createFinger({ run, bindings, onChange, fit }) {
  let current = 'StackScroll'
  const use = (toolName) => {
    current = toolName
    run('setToolActiveToolbar', {
      toolName,
      toolGroupIds: ['default'],
      bindings: toolName === 'StackScroll' ? [bindings.primary, bindings.wheel] : [bindings.primary],
    })
    onChange()
  }
  const onTap = ({ detail }) => detail.taps === 2 && fit()
  // Cornerstone dispatches events on the element only. Capturing them on the document works for any element.
  document.addEventListener(tapped, onTap, true)
  // Otherwise the browser takes a move on the image for scrolling, and swallows the next tap as the end of a fling.
  const images = document.getElementById('root')
  const onMove = (event) => event.cancelable && event.target.closest('[data-cy="viewport-pane"]') && event.preventDefault()
  images.addEventListener('touchmove', onMove, { passive: false })
  return {
    use,
    toggle: (toolName) => use(current === toolName ? 'StackScroll' : toolName),
    tool: () => current,
    stop() {
      document.removeEventListener(tapped, onTap, true)
      images.removeEventListener('touchmove', onMove)
    },
  }
}
