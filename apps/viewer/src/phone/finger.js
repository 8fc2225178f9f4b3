/** What one finger does on the image. Two enlarge and move it whatever this is. */
export const fingerTools = [
  ['StackScroll', 'Through the images'],
  ['WindowLevel', 'Window'],
  ['Pan', 'Move'],
  ['Length', 'Measure'],
]

const tapped = 'CORNERSTONE_TOOLS_TAP'

/** Gives one finger another tool, and takes a double tap for `fit`. */
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
  // Cornerstone tells the element alone; capturing hears it whichever element stands there.
  document.addEventListener(tapped, onTap, true)
  // A browser that takes a move on the image for scrolling swallows the next tap, as the end of a throw.
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
