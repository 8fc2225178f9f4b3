/** DICOM JSON tags of VOI LUT windows (PS3.3 section C.11.2): center and width. */
const windowCenter = '00281050'
const windowWidth = '00281051'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

function hasImpossibleWindow(dataset: { [key: string]: Json }): boolean {
  const width = dataset[windowWidth]
  if (width === null || typeof width !== 'object' || Array.isArray(width)) return false
  return Array.isArray(width.Value) && width.Value.some((value) => typeof value === 'number' && value < 1)
}

/**
 * Leaves out windows narrower than 1, which the standard forbids and scanners write all the same: the viewer would show a black image,
 * and without a window it shows the whole range. At every depth, because multi-frame objects keep theirs in functional groups.
 */
function withoutImpossibleWindows(json: Json): Json {
  if (Array.isArray(json)) return json.map(withoutImpossibleWindows)
  if (json === null || typeof json !== 'object') return json
  const isImpossible = hasImpossibleWindow(json)
  const kept = Object.entries(json).filter(([tag]) => !isImpossible || (tag !== windowCenter && tag !== windowWidth))
  return Object.fromEntries(kept.map(([tag, value]) => [tag, withoutImpossibleWindows(value)]))
}

/** The archive's metadata as the viewer can use it. */
export function repairMetadata(text: string): string {
  return JSON.stringify(withoutImpossibleWindows(JSON.parse(text)))
}
