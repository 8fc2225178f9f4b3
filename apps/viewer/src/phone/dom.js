/** Creates an element with its properties. `aria-*` and `data-*` are attributes. Text is inserted as text, so that a file's content is never markup. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-') || name === 'role') element.setAttribute(name, value)
    else element[name] = value
  }
  element.append(...children)
  return element
}

/** Writes a text only if it changes, because images change many times a second and a screen reader announces each change. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text
}

export function mark(element, name, value) {
  if (element.getAttribute(name) !== `${value}`) element.setAttribute(name, value)
}

/** The icon shapes of lucide, as on the pages of Readroom. */
const paths = {
  more: 'M12 5v.01M12 12v.01M12 19v.01',
  link: 'M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71',
  previous: 'm15 18-6-6 6-6',
  next: 'm9 18 6-6-6-6',
  image:
    'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM11 9a2 2 0 1 1-4 0 2 2 0 0 1 4 0zm10 6-3.09-3.09a2 2 0 0 0-2.82 0L6 21',
  close: 'M18 6 6 18M6 6l12 12',
}

/** Creates an icon of 24 x 24, hidden from screen readers. */
export function icon(name, width = 1.75) {
  const of = (tag, attributes) => {
    const node = document.createElementNS('http://www.w3.org/2000/svg', tag)
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
    return node
  }
  const stroke = {
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  }
  const svg = of('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', ...stroke })
  svg.append(of('path', { d: paths[name] }))
  return svg
}
