import { icon, make, mark } from './dom.js'

/** Creates the controls for moving through the images of a series: previous, next, and a slider. */
export function createSlices({ go }) {
  let at = 0
  const step = (label, name, by) =>
    make('button', { type: 'button', className: 'ph-icon', 'aria-label': label, onclick: () => go(at + by) }, icon(name))
  const [previous, next] = [step('Previous image', 'previous', -1), step('Next image', 'next', 1)]
  const slider = make('input', { type: 'range', className: 'ph-slider', min: '1', step: '1', 'aria-label': 'Image' })
  slider.addEventListener('input', () => go(Number(slider.value) - 1))
  // Keeps OHIF's keys from acting on input here.
  slider.addEventListener('keydown', (event) => event.stopPropagation())
  const element = make('div', { className: 'ph-slices', hidden: true }, previous, slider, next)

  function draw({ index, total }) {
    element.hidden = total < 2
    if (total < 2) return
    at = index
    mark(slider, 'max', total)
    if (slider.value !== `${index + 1}`) slider.value = `${index + 1}`
    mark(slider, 'aria-valuetext', `Image ${index + 1} of ${total}`)
    slider.style.setProperty('--at', index / (total - 1))
    // Not `disabled`, because that would drop the focus at either end.
    mark(previous, 'aria-disabled', index === 0)
    mark(next, 'aria-disabled', index === total - 1)
  }
  return { element, draw }
}
