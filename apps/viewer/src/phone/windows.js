import { ctWindows } from '@readroom/contracts/images/ct-windows'

/** CT windows by body part. */
const ct = {
  head: ['brain', 'stroke', 'subdural', 'bone'],
  chest: ['lung', 'mediastinum', 'bone'],
  abdomen: ['softTissue', 'liver', 'bone'],
  spine: ['spine', 'bone'],
  any: ['softTissue', 'lung', 'bone'],
}

/** Names of body parts in Body Part Examined (PS3.16 annex L) and in descriptions. */
const words = {
  head: /head|brain|skull|cran|neuro|orbit|sinus/i,
  chest: /chest|thorax|lung/i,
  abdomen: /abd|pelvi|liver|kidney|kub/i,
  spine: /spine|vertebra|lumbar|cervical/i,
}

const isNew = ({ name, width, level }, index, all) =>
  all.findIndex((one) => (one.width === width && one.level === level) || one.name === name) === index

const ofText = (text) => Object.keys(words).filter((part) => words[part].test(text))

function ofCt({ BodyPartExamined, StudyDescription, SeriesDescription }) {
  // The scanner's value takes precedence over descriptions.
  const said = ofText(`${BodyPartExamined ?? ''}`)
  const found = said.length > 0 ? said : ofText(`${StudyDescription ?? ''} ${SeriesDescription ?? ''}`)
  return (found.length > 0 ? found : ['any']).flatMap((part) => ct[part]).map((window) => ctWindows[window])
}

const listOf = (value) => (value === undefined || value === null ? [] : [value].flat())

/** Returns the windows that the file names, or all if it has several (PS3.3 section C.11.2.1.2). A single one without a name is the default view anyway. */
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

/** Returns the windows to choose from for an image: `{ name, width, level }`. Offers none unless CT units or the file define them. */
export function windowsFor(instance) {
  // PET values are shown in other units than those of the file.
  if (!instance || instance.Modality === 'PT' || Number(instance.SamplesPerPixel ?? 1) > 1) return []
  return (instance.Modality === 'CT' ? ofCt(instance) : ofFile(instance)).filter(isNew)
}

/** Formats a window value: a whole number, except for very narrow windows. */
export const readable = (value, width) => `${width < 10 ? Math.round(value * 100) / 100 : Math.round(value)}`

export const isSame = (window, { width, level }) =>
  readable(window.width, window.width) === readable(width, window.width) &&
  readable(window.level, window.width) === readable(level, window.width)
