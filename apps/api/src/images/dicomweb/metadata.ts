/** DICOM JSON tags of VOI LUT windows (PS3.3 section C.11.2): center and width. */
const windowCenter = '00281050'
const windowWidth = '00281051'
const seriesInstanceUid = '0020000E'
const sopInstanceUid = '00080018'
/** Tag of the archive's address of a study, series or instance. */
const retrieveUrl = '00081190'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Dataset = { [key: string]: Json }

/**
 * Limits of an answer: the series that the database knows (null if they were checked already), the only image if one was asked for, and the origin for
 * links.
 */
export type Shown = { seriesUids: ReadonlySet<string> | null; sopUid?: string | null; origin: string }

const isDataset = (json: Json | undefined): json is Dataset => typeof json === 'object' && json !== null && !Array.isArray(json)

function valuesOf(element: Json | undefined): Json[] {
  return isDataset(element) && Array.isArray(element.Value) ? element.Value : []
}

const hasImpossibleWindow = (dataset: Dataset) =>
  valuesOf(dataset[windowWidth]).some((value) => typeof value === 'number' && value < 1)

/** Rewrites the archive's link to our origin. Returns null if it leads to anything but images. */
function ownLink(link: Json | undefined, origin: string): string | null {
  if (typeof link !== 'string' || !URL.canParse(link, origin)) return null
  const { pathname } = new URL(link, origin)
  return pathname.startsWith('/dicom-web/studies/') ? origin + pathname : null
}

/** Returns an entry of a dataset or element as it may be sent, or nothing. */
function repairEntry([name, value]: [string, Json], origin: string): [string, Json][] {
  if (name === 'BulkDataURI') {
    const link = ownLink(value, origin)
    return link === null ? [] : [[name, link]]
  }
  if (name === retrieveUrl) {
    const link = ownLink(valuesOf(value)[0], origin)
    return link === null ? [] : [[name, { vr: 'UR', Value: [link] }]]
  }
  return [[name, repair(value, origin)]]
}

/**
 * Removes windows narrower than 1. The standard forbids them, but scanners write them, and the viewer would show a black image; without a window
 * it shows the whole range. Rewrites the archive's links. Works at every depth, because multi-frame objects keep windows in functional groups.
 */
function repair(json: Json, origin: string): Json {
  if (Array.isArray(json)) return json.map((item) => repair(item, origin))
  if (!isDataset(json)) return json
  const isImpossible = hasImpossibleWindow(json)
  const kept = Object.entries(json).filter(([tag]) => !isImpossible || (tag !== windowCenter && tag !== windowWidth))
  return Object.fromEntries(kept.flatMap((entry) => repairEntry(entry, origin)))
}

/** Prepares the archive's DICOM JSON of a study for the viewer. Throws if the text is no such JSON. */
export function repairDatasets(text: string, { seriesUids, sopUid = null, origin }: Shown): unknown[] {
  const datasets: Json = JSON.parse(text)
  if (!Array.isArray(datasets)) throw new TypeError('not a list')
  const isKnown = (dataset: Json) =>
    isDataset(dataset) &&
    valuesOf(dataset[seriesInstanceUid]).some((uid) => seriesUids?.has(String(uid))) &&
    (sopUid === null || valuesOf(dataset[sopInstanceUid]).includes(sopUid))
  return (seriesUids ? datasets.filter(isKnown) : datasets).map((dataset) => repair(dataset, origin))
}
