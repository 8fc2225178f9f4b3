/**
 * Windows of CT in Hounsfield units, as [name, width, level], by part of the body; the usual ones of
 * https://radiopaedia.org/articles/windowing-ct (W 80 L 40 of the brain to W 1800 L 400 of bone).
 */
const ct = {
  head: [
    ['Brain', 80, 40],
    ['Stroke', 40, 40],
    ['Subdural', 200, 75],
    ['Bone', 1800, 400],
  ],
  chest: [
    ['Lung', 1500, -600],
    ['Mediastinum', 350, 50],
    ['Bone', 1800, 400],
  ],
  abdomen: [
    ['Abdomen', 400, 50],
    ['Liver', 150, 30],
    ['Bone', 1800, 400],
  ],
  spine: [
    ['Soft tissue', 250, 50],
    ['Bone', 1800, 400],
  ],
  any: [
    ['Soft tissue', 400, 50],
    ['Lung', 1500, -600],
    ['Bone', 1800, 400],
  ],
}

/** What names a part of the body in Body Part Examined (PS3.16 annex L), and in descriptions. */
const words = {
  head: /head|brain|skull|cran|neuro|orbit|sinus/i,
  chest: /chest|thorax|lung/i,
  abdomen: /abd|pelvi|liver|kidney|kub/i,
  spine: /spine|vertebra|lumbar|cervical/i,
}

const toWindow = ([name, width, level]) => ({ name, width, level })
const isNew = ({ name, width, level }, index, all) =>
  all.findIndex((one) => (one.width === width && one.level === level) || one.name === name) === index

const ofText = (text) => Object.keys(words).filter((part) => words[part].test(text))

function ofCt({ BodyPartExamined, StudyDescription, SeriesDescription }) {
  // What the scanner says goes before what people write.
  const said = ofText(`${BodyPartExamined ?? ''}`)
  const found = said.length > 0 ? said : ofText(`${StudyDescription ?? ''} ${SeriesDescription ?? ''}`)
  return (found.length > 0 ? found : ['any']).flatMap((part) => ct[part]).map(toWindow)
}

const listOf = (value) => (value === undefined || value === null ? [] : [value].flat())

/** The windows that the file names or has several of (PS3.3 section C.11.2.1.2); one without a name is how it is shown anyway. */
function ofFile({ WindowWidth, WindowCenter, WindowCenterWidthExplanation }) {
  const names = listOf(WindowCenterWidthExplanation).map((name) => `${name}`.trim())
  const levels = listOf(WindowCenter).map(Number)
  const windows = listOf(WindowWidth).map((width, index) => ({
    name: names[index] || `Window ${index + 1}`,
    width: Number(width),
    level: levels[index],
  }))
  const usable = windows.filter(({ width, level }) => width >= 1 && Number.isFinite(level))
  return usable.length > 1 || names[0] ? usable : []
}

/** The windows to choose from for an image: `{ name, width, level }`. None are made up where neither the unit of CT nor the file gives them. */
export function windowsFor(instance) {
  // Values of PET are shown in other units than the file's.
  if (!instance || instance.Modality === 'PT' || Number(instance.SamplesPerPixel ?? 1) > 1) return []
  return (instance.Modality === 'CT' ? ofCt(instance) : ofFile(instance)).filter(isNew)
}

/** As they are written: whole numbers, but for windows too narrow for them. */
export const readable = (value, width) => `${width < 10 ? Math.round(value * 100) / 100 : Math.round(value)}`

export const isSame = (window, { width, level }) =>
  readable(window.width, window.width) === readable(width, window.width) &&
  readable(window.level, window.width) === readable(level, window.width)
