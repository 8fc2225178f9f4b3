import { make, mark, write } from './dom.js'
import { readable } from './windows.js'

const wordsOf = { WindowLevel: 'Drag to set the window', Pan: 'Drag to move the image', Length: 'Drag to measure a length' }

/** Creates the overlays in the corners of the image and at the patient's sides, and shows the finger's tool if it is not scrolling. */
export function createOverlays({ finger }) {
  const part = (className, ...children) => make('div', { className }, ...children)
  const [series, number] = [part('ph-series'), part('ph-number')]
  const window = make('button', {
    type: 'button',
    className: 'ph-window',
    hidden: true,
    onclick: () => finger.toggle('WindowLevel'),
  })
  const [place, total] = [make('b'), make('span')]
  const sides = { top: part('ph-top'), left: part('ph-left'), right: part('ph-right') }
  const doing = make('span')
  const done = make('button', { type: 'button', textContent: 'Done', onclick: () => finger.use('StackScroll') })
  const hint = make('div', { className: 'ph-hint', role: 'status', hidden: true }, doing, done)
  const element = part(
    'ph-image',
    part('ph-corner is-start', series, number),
    window,
    ...Object.values(sides),
    hint,
    part('ph-corner is-end', make('span', { textContent: 'Not for diagnosis on this screen' }), make('span', {}, place, total)),
  )

  function draw({ set, index, total: count, window: shown, sides: letters }) {
    write(series, set ? `${set.SeriesDescription || set.Modality || ''}` : '')
    write(number, set?.SeriesNumber ? `S ${set.SeriesNumber}` : '')
    write(place, count > 0 ? `${index + 1}` : '')
    write(total, count > 0 ? ` / ${count}` : '')
    window.hidden = shown === null
    if (shown) write(window, `W ${readable(shown.width, shown.width)} L ${readable(shown.level, shown.width)}`)
    for (const [side, node] of Object.entries(sides)) write(node, letters?.[side] ?? '')
    mark(window, 'aria-pressed', finger.tool() === 'WindowLevel')
    const words = wordsOf[finger.tool()]
    hint.hidden = words === undefined
    write(doing, words ?? '')
  }
  return { element, draw }
}
