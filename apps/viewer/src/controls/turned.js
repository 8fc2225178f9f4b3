const opposites = { A: 'P', P: 'A', R: 'L', L: 'R', H: 'F', F: 'H' }
const opposite = (letters) => [...letters].map((letter) => opposites[letter]).join('')

/** Returns in words how an image is turned against how it was stored. `across` and `down` are its rows and columns on the screen, whose y points down. */
export function turnedWords({ across, down }) {
  const isMirrored = across[0] * down[1] - across[1] * down[0] < 0
  const degrees = Math.round((Math.atan2(down[1], down[0]) * 180) / Math.PI - 90 + 360) % 360
  if (isMirrored && degrees === 180) return 'Mirrored top to bottom'
  const rotated = degrees > 180 ? `Rotated ${360 - degrees}° counterclockwise` : `Rotated ${degrees}° clockwise`
  return [isMirrored && 'Mirrored', degrees === 180 ? 'Upside down' : degrees !== 0 && rotated].filter(Boolean).join(' · ')
}

/** Returns Patient Orientation (0020,0020) as the letters of the end of a row and of a column. Null if a plane says so instead, or it is not of a human. */
function lettersOf(instance) {
  const { PatientOrientation, ImageOrientationPatient, AnatomicalOrientationType } = instance ?? {}
  if (!PatientOrientation || ImageOrientationPatient || AnatomicalOrientationType === 'QUADRUPED') return null
  const letters = [PatientOrientation].flat().flatMap((value) => `${value}`.split('\\'))
  return letters.length === 2 && letters.every((value) => /^[APRLHF]{1,3}$/.test(value)) ? letters : null
}

/** Returns the patient's sides at the edges of the screen. Null if the image does not say them, or is turned by another angle than a right one. */
export function sidesOf(instance, { across, down }) {
  const letters = lettersOf(instance)
  if (!letters) return null
  const isAlong = ([x, y]) => Math.min(Math.abs(x), Math.abs(y)) < Math.max(Math.abs(x), Math.abs(y)) / 50
  if (!isAlong(across) || !isAlong(down)) return null
  const level = Math.abs(across[0]) > Math.abs(across[1]) ? 0 : 1
  const axes = [across, down]
  const end = (axis, length) => (length > 0 ? letters[axis] : opposite(letters[axis]))
  const right = end(level, axes[level][0])
  const bottom = end(1 - level, axes[1 - level][1])
  return { right, bottom, left: opposite(right), top: opposite(bottom) }
}

const between = (from, to) => to.map((value, axis) => value - from[axis])

/** Returns the rows and columns of an image on the screen. A reconstruction is no image of the archive: only its flips count. Null before it is drawn. */
function axesOf(drawing) {
  if (!drawing?.getCornerstoneImage) {
    const { flipHorizontal = false, flipVertical = false } = drawing?.getCamera?.() ?? {}
    return { across: [flipHorizontal ? -1 : 1, 0], down: [0, flipVertical ? -1 : 1] }
  }
  const { imageData } = drawing.getImageData?.() ?? {}
  if (!imageData?.indexToWorld) return null
  const [corner, right, below] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ].map((point) => drawing.worldToCanvas(imageData.indexToWorld(point)))
  const axes = { across: between(corner, right), down: between(corner, below) }
  return [...axes.across, ...axes.down].every(Number.isFinite) ? axes : null
}

/** Writes words onto an image. Without words it removes them. */
function write(element, className, words) {
  const known = element.querySelector(`:scope > p.${className}`)
  if (!words) return known?.remove()
  const node = known ?? document.createElement('p')
  node.className = `on-image ${className}`
  if (node.textContent !== words) node.textContent = words
  if (!known) element.append(node)
}

/** Says on an image that was drawn how it is turned, and where the patient's sides are. Whatever turns an image draws it again. */
export function markTurned({ target, detail }) {
  const { services, libraries } = window.readroomViewports
  const drawing = services().cornerstoneViewportService?.getCornerstoneViewport(detail.viewportId)
  if (drawing?.element !== target) return
  const axes = axesOf(drawing)
  const imageId = axes && drawing.getCornerstoneImage?.()?.imageId
  const sides = imageId ? sidesOf(libraries().metaData.get('instance', imageId), axes) : null
  write(target, 'is-turned', axes ? turnedWords(axes) : '')
  for (const side of ['top', 'right', 'bottom', 'left']) write(target, `is-${side}`, sides?.[side])
}
