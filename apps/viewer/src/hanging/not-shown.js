/** The tags of overlay planes begin with 6000, 6002 ... 601E (PS3.3 section C.9.2). */
const planes = Array.from({ length: 16 }, (_, at) => (0x6000 + at * 2).toString(16).toUpperCase())

/** Returns true if an overlay lies in unused bits of the pixels, which the standard no longer allows. OHIF draws none of those. */
const hasEmbeddedOverlay = (instance) =>
  planes.some((group) => instance[`${group}0010`] !== undefined && instance[`${group}3000`] === undefined)

const isEmpty = (value) => value === undefined || value === null || [value].flat().length === 0

/** Returns true if a table says how the image is to be shown, and no window does so instead (PS3.3 section C.11.2). OHIF applies no such table. */
const needsVoiLut = ({ VOILUTSequence, WindowWidth }) => !isEmpty(VOILUTSequence) && isEmpty(WindowWidth)

/** Returns true if the pixels are single bits. OHIF draws them black. */
const isBitmap = ({ BitsAllocated, SamplesPerPixel }) => BitsAllocated === 1 && SamplesPerPixel === 1

/** Returns true if curves were recorded in several groups. OHIF draws the first. */
const hasMoreCurves = ({ WaveformSequence }) => WaveformSequence?.length > 1

/** Returns what an image has and the viewer does not show, in words. */
export const notShown = (instance) =>
  [
    isBitmap(instance) && 'Image of single bits not shown',
    hasEmbeddedOverlay(instance) && 'Overlay not shown',
    needsVoiLut(instance) && 'VOI LUT not applied',
    hasMoreCurves(instance) && 'Other groups of curves not shown',
  ]
    .filter(Boolean)
    .join(' · ')
